import { idOf } from '@fournil/contract/kit/addresses';
import { type BakeView, bakeLimits } from '@fournil/contract/machines/bakes';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { Link, useParams } from 'react-router-dom';
import { fetchFile, useDownload, useRead, useRecord } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import type { DataColumn } from '../../kit/lists/DataTable.tsx';
import { DayFilter } from '../../kit/lists/DayFilter.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { FilterRow } from '../../kit/lists/FilterRow.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { useFilterChoice } from '../../kit/lists/useFilterChoice.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { StructureFilter } from '../../kit/structures/StructureFilter.tsx';
import { useT } from '../messages.ts';
import { revisionAddress } from '../revisions/addresses.ts';
import { revisionChoicesReading } from '../revisions/revisionQueries.ts';
import './bakes.css';

/**
 * MNU-04: which bakes were made with a program and revision, and where; also of a program that is deleted. The filters
 * are kept in the address. Printed, it is a sheet for others.
 */
export function BakesPage() {
  return (
    <PageFor act="bakes.list">
      <Bakes />
    </PageFor>
  );
}

function Bakes() {
  const t = useT();
  const { id = '' } = useParams();
  const { data: program } = useRecord<ProgramView>('programs', id);
  const columns = useColumns();
  return (
    <PlainList<BakeView>
      resource="bakes"
      fixed={{ program: id }}
      isUnlimited
      title={
        program
          ? t('resources.programs.bakes.title', { name: program.name })
          : t('resources.programs.bakes.titleUnknown')
      }
      lead={t('resources.programs.bakes.lead')}
      sort="start"
      order="DESC"
      perPage={bakeLimits.listPageSize}
      filters={<Filters program={id} isThere={program !== undefined} />}
      actions={<Files program={id} />}
      empty={<NoBake />}
      columns={columns}
    />
  );
}

function useColumns(): DataColumn<BakeView>[] {
  const t = useT();
  const dates = useDates();
  return [
    {
      name: 'machine',
      label: t('resources.programs.bakes.machine'),
      cell: (bake) => (
        <span className="bakes__machine">
          <Link className="clamp" to={`/machines/${idOf(bake.machine)}/show`} title={bake.machineName}>
            {bake.machineName}
          </Link>
          <small className="soft clamp">{bake.structureName ?? bake.serialNumber}</small>
        </span>
      ),
    },
    {
      name: 'start',
      label: t('resources.programs.bakes.start'),
      order: 'start',
      cell: (bake) => <Start bake={bake} />,
    },
    {
      name: 'lasted',
      label: t('resources.programs.bakes.lasted'),
      isNumber: true,
      cell: ({ start, end }) => (end ? dates.span((Date.parse(end) - Date.parse(start)) / 1000) : '–'),
    },
    {
      name: 'ended',
      label: t('resources.programs.bakes.ended'),
      cell: ({ ended }) =>
        ended ? t(`resources.programs.bakes.ends.${ended}`) : t('resources.programs.bakes.endUnknown'),
    },
    {
      name: 'revision',
      label: t('resources.programs.bakes.revision'),
      isNumber: true,
      cell: ({ program: { id, revision } }) =>
        id && revision ? <Link to={revisionAddress(id, revision)}>{revision}</Link> : revision,
    },
    {
      name: 'changed',
      label: t('resources.programs.bakes.changed'),
      cell: ({ program: { changed } }) => (
        <span className="state">
          {changed && <StateSign sign="changedOnMachine" />}
          {t(`resources.programs.bakes.as.${changed === null ? 'null' : changed ? 'true' : 'false'}`)}
        </span>
      ),
    },
    {
      name: 'software',
      label: t('resources.programs.bakes.software'),
      cell: ({ softwareVersion }) => softwareVersion ?? '–',
    },
    {
      name: 'hash',
      label: t('resources.programs.bakes.hash'),
      only: 'roomy',
      cell: ({ program: { sha256 } }) => (sha256 ? <code title={sha256}>{sha256.slice(0, 12)}…</code> : '–'),
    },
  ];
}

/** In the zone that the reader prefers, which may be that of the machine. */
function Start({ bake }: { bake: BakeView }) {
  const t = useT();
  const dates = useDates({ timezone: bake.timezone });
  return (
    <span className="bakes__machine">
      <time dateTime={bake.start} title={dates.date(bake.start, 'exact')}>
        {`${dates.date(bake.start, 'day')}, ${dates.date(bake.start, 'time')}`}
      </time>
      {bake.clockWrong && <small className="soft">{t('resources.programs.bakes.clockWrong')}</small>}
    </span>
  );
}

function Filters({ program, isThere }: { program: string; isThere: boolean }) {
  const t = useT();
  const { filterValues, choose } = useFilterChoice();
  const { data: revisions } = useRead({ ...revisionChoicesReading(program), enabled: isThere });
  const chosen = filterValues['revision'] === undefined ? '' : String(filterValues['revision']);
  const numbers = [...new Set([...(revisions?.data.map(({ revision }) => String(revision)) ?? []), chosen])];
  return (
    <FilterRow active={Object.keys(filterValues).length}>
      <SelectFilter
        label={t('resources.programs.bakes.revision')}
        every={t('resources.programs.bakes.everyRevision')}
        choices={numbers.filter(Boolean).map((revision) => ({
          value: revision,
          label: t('resources.programs.bakes.revisionNumber', { revision }),
        }))}
        value={chosen}
        onChoose={(value) => choose('revision', value)}
      />
      <SelectFilter
        label={t('resources.programs.bakes.changed')}
        every={t('resources.programs.bakes.everyBake')}
        choices={[
          { value: 'true', label: t('resources.programs.bakes.changedOnly') },
          { value: 'false', label: t('resources.programs.bakes.unchangedOnly') },
        ]}
        value={filterValues['changed']}
        onChoose={(value) => choose('changed', value)}
      />
      <StructureFilter
        label={t('resources.programs.bakes.structure')}
        every={t('resources.programs.bakes.everyStructure')}
        value={filterValues['structure'] ?? ''}
        onChange={(value) => choose('structure', value)}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayFilter
          key={end}
          label={t(`resources.programs.bakes.${end}`)}
          end={end}
          value={filterValues[end]}
          onChoose={(value) => choose(end, value)}
        />
      ))}
    </FilterRow>
  );
}

function Files({ program }: { program: string }) {
  const t = useT();
  const { filterValues } = useListContext();
  const { act, isPending } = useDownload(() => fetchFile('/bakes.csv', { ...filterValues, program }));
  return (
    <>
      <button type="button" className="button" disabled={isPending} onClick={() => act()}>
        <Icon name="download" size={16} />
        {t('resources.programs.bakes.file')}
      </button>
      <button type="button" className="button" onClick={() => window.print()}>
        <Icon name="sheet" size={16} />
        {t('resources.programs.bakes.print')}
      </button>
    </>
  );
}

function NoBake() {
  const t = useT();
  const words = { title: t('resources.programs.bakes.none'), body: t('resources.programs.bakes.noneBody') };
  return (
    <EmptyList
      sign={<Icon name="programs" size={40} />}
      empty={words}
      none={words}
      showAll={t('resources.programs.bakes.showAll')}
    />
  );
}
