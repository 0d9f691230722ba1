import { instantOf, wallTime } from '@fournil/contract/kit/zones';
import type { ContentsProgram, ContentsView } from '@fournil/contract/machines/contents';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { fetchFile, keepPreviousData, reading, useDownload, useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { MachineGone } from '../MachineGone.tsx';
import { useT } from '../messages.ts';
import './contents.css';

/** MNU-04: what was on a machine at a moment, which is kept in the address. Printed, it is a sheet for others. */
export function ContentsPage() {
  const t = useT();
  return (
    <RecordPage<MachineView>
      of="machine"
      act="machines.show"
      isAfresh={false}
      titleOf={({ name }) => t('machines.contents.title', { name })}
      gone={() => <MachineGone />}
      isNarrow
    >
      {(machine) => <OfMachine machine={machine} />}
    </RecordPage>
  );
}

function contentsReading(machine: string, at: string | null) {
  return reading<ContentsView>({
    about: ['machineParts', machine],
    path: `/machines/${machine}/contents`,
    query: at === null ? {} : { at },
    placeholderData: keepPreviousData,
  });
}

function OfMachine({ machine }: { machine: MachineView }) {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const at = search.get('at');
  const { data: contents, error, refetch } = useRead(contentsReading(machine.id, at));
  const go = (next: string | null) => setSearch(next === null ? {} : { at: next });
  return (
    <div className="page page--narrow contents">
      <header>
        <p className="contents__path clamp">
          <Link to={`/machines/${machine.id}/show`}>{machine.name}</Link>
        </p>
        <h1 className="clamp clamp--3">{t('machines.contents.title', { name: machine.name })}</h1>
        <p className="soft contents__lead">{t('machines.contents.lead')}</p>
      </header>
      <Moment machine={machine} at={at} contents={contents} onGo={go} />
      {error && !contents ? <Failed onRetry={() => void refetch()} /> : null}
      {contents && <Found machine={machine} contents={contents} />}
    </div>
  );
}

interface MomentProps {
  machine: MachineView;
  at: string | null;
  contents: ContentsView | undefined;
  onGo: (at: string | null) => void;
}

function Moment({ machine, at, contents, onGo }: MomentProps) {
  const t = useT();
  const id = useId();
  const { zone } = useDates(machine);
  const file = useDownload(() => fetchFile(`/machines/${machine.id}/contents.csv`, at === null ? {} : { at }));
  const shown = at ?? contents?.at;
  return (
    <div className="contents__moment">
      <label htmlFor={id}>{t('machines.contents.moment')}</label>
      <input
        id={id}
        type="datetime-local"
        className="control"
        // Another moment, another field: a half-typed date is not replaced while it is typed.
        key={at}
        defaultValue={shown && wallTime(Date.parse(shown), zone).slice(0, 16).replace(' ', 'T')}
        onChange={({ target: { value } }) => value && onGo(new Date(instantOf(value, zone)).toISOString())}
      />
      <button type="button" className="button" disabled={at === null} onClick={() => onGo(null)}>
        {t('machines.contents.now')}
      </button>
      <Step icon="left" to={contents?.previousAt} label={t('machines.contents.previous')} onGo={onGo} />
      <Step icon="right" to={contents?.nextAt} label={t('machines.contents.next')} onGo={onGo} />
      <span className="soft">{t('machines.contents.zone', { zone })}</span>
      <span className="contents__actions">
        <May act="machines.extract">
          <button type="button" className="button" disabled={file.isPending} onClick={() => file.act()}>
            <Icon name="download" size={16} />
            {t('machines.contents.file')}
          </button>
        </May>
        <button type="button" className="button" onClick={() => window.print()}>
          <Icon name="sheet" size={16} />
          {t('machines.contents.print')}
        </button>
      </span>
    </div>
  );
}

interface StepProps {
  icon: 'left' | 'right';
  to: string | null | undefined;
  label: string;
  onGo: (at: string) => void;
}

function Step({ icon, to, label, onGo }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button icon-button--bare"
      disabled={!to}
      aria-label={label}
      title={label}
      onClick={() => to && onGo(to)}
    >
      <Icon name={icon} />
    </button>
  );
}

function Found({ machine, contents }: { machine: MachineView; contents: ContentsView }) {
  const t = useT();
  const dates = useDates(machine);
  if (contents.reportedAt === null)
    return (
      <EmptyState
        sign={<Icon name="programs" size={40} />}
        title={t('machines.contents.none')}
        body={t('machines.contents.noneBody')}
      />
    );
  const facts: [string, string | null][] = [
    [t('machines.contents.moment'), dates.date(contents.at, 'exact')],
    [t('machines.contents.serial'), machine.serialNumber],
    [t('machines.contents.software'), contents.softwareVersion],
    [t('machines.contents.reported'), dates.date(contents.reportedAt, 'exact')],
    [t('machines.contents.confirmed'), contents.confirmedAt && dates.date(contents.confirmedAt, 'exact')],
  ];
  return (
    <>
      <dl className="contents__facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {contents.programs.length === 0 ? (
        <EmptyState
          sign={<Icon name="programs" size={40} />}
          title={t('machines.contents.empty')}
          body={t('machines.contents.emptyBody')}
        />
      ) : (
        <ol className="contents__programs">
          {contents.programs.map((program) => (
            <Program key={program.id} program={program} />
          ))}
        </ol>
      )}
    </>
  );
}

const signs = { applied: 'synchronised', changed: 'changedOnMachine', refused: 'refused' } as const;

function Program({ program }: { program: ContentsProgram }) {
  const t = useT();
  const typeset = useTypeset();
  const { id, name, revision, sha256, state, reason } = program;
  const shown = <strong>{name ?? t('machines.contents.unknown')}</strong>;
  return (
    <li>
      <span className="contents__name">
        {program.program ? (
          <Link className="clamp" to={`/programs/${id}/show/revisions/${revision}`} title={name ?? undefined}>
            {shown}
          </Link>
        ) : (
          shown
        )}
        <span className="soft">{`${t('machines.contents.revision')} ${revision}`}</span>
      </span>
      <span className="state">
        <StateSign sign={signs[state]} />
        {t(`machines.contents.states.${state}`)}
      </span>
      {reason && <span className="contents__reason">{typeset(reason)}</span>}
      <code className="contents__hash" title={t('machines.contents.hash')}>
        {sha256}
      </code>
    </li>
  );
}
