import { type SoftwareUpdateView, softwareUpdateLimits } from '@fournil/contract/software-updates/softwareUpdate';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { When } from '../../kit/format/When.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useModelNames } from '../../models/index.ts';
import { useT } from '../messages.ts';
import { useBytes } from '../upload/useBytes.ts';
import { Checksum } from './Checksum.tsx';
import { FleetVersions } from './FleetVersions.tsx';

/** SWU-01: both filters are on until the reader switches them off. */
const filterDefaults = { isAllowedBeta: true, addRevoked: true };

export function UpdateList() {
  const t = useT();
  const modelNames = useModelNames();
  const number = useNumber();
  const bytes = useBytes();
  return (
    <PlainList<SoftwareUpdateView>
      resource="software_updates"
      everyMilliseconds={30_000}
      title={t('updates.title')}
      lead={t('updates.lead')}
      sort="version"
      order="DESC"
      perPage={softwareUpdateLimits.listPageSize}
      search={t('updates.search')}
      filterDefaults={filterDefaults}
      filters={<Filters />}
      above={<FleetVersions />}
      empty={<Empty />}
      actions={
        <>
          <Link className="button" to="/rollouts">
            {t('updates.rollouts')}
          </Link>
          <Link className="button button--main" to="/software-updates/create">
            <Icon name="plus" />
            {t('updates.create')}
          </Link>
        </>
      }
      columns={[
        {
          name: 'version',
          label: t('updates.version'),
          order: 'version',
          cell: (update) => <Version update={update} />,
        },
        {
          name: 'beta',
          label: t('updates.beta'),
          cell: ({ beta }) => (beta ? <span className="mark mark--beta">{t('updates.beta')}</span> : <None />),
        },
        { name: 'revoked', label: t('updates.revoked'), cell: ({ revoked }) => (revoked ? <Revoked /> : <None />) },
        {
          name: 'description',
          label: t('updates.description'),
          cell: ({ description }) => <span className="update-description">{description ?? '–'}</span>,
        },
        {
          name: 'models',
          label: t('updates.models'),
          cell: ({ models }) => (
            <span className="update-short" title={modelNames(models)}>
              {t('updates.modelCount', { smart_count: models.length })}
            </span>
          ),
        },
        {
          name: 'countDownloaded',
          label: t('updates.downloads'),
          order: 'countDownloaded',
          isNumber: true,
          cell: ({ countDownloaded }) => number(countDownloaded),
        },
        {
          name: 'size',
          label: t('updates.size'),
          isNumber: true,
          cell: ({ sizeBytes }) => <span className="update-short">{bytes(sizeBytes)}</span>,
        },
        {
          name: 'checksum',
          label: t('updates.checksum'),
          cell: ({ checksum, version }) => <Checksum value={checksum} version={version} />,
        },
        {
          name: 'createdAt',
          label: t('updates.createdAt'),
          order: 'createdAt',
          cell: ({ createdAt }) => (
            <span className="update-short">
              <When at={createdAt} />
            </span>
          ),
        },
      ]}
    />
  );
}

function Version({ update: { id, version, generalSince } }: { update: SoftwareUpdateView }) {
  const t = useT();
  return (
    <span className="update-version">
      <Link className="person__link" to={`/software-updates/${id}`}>
        {version}
      </Link>
      {generalSince && <span className="mark mark--general">{t('updates.general')}</span>}
    </span>
  );
}

/** A dash for a missing value; not shown on a phone. */
function None() {
  return <span className="update-none">–</span>;
}

function Revoked() {
  const t = useT();
  return (
    <span className="state mark--revoked">
      <StateSign sign="refused" />
      {t('updates.revoked')}
    </span>
  );
}

function Filters() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const one = (name: 'isAllowedBeta' | 'addRevoked', label: string) => {
    const isOn = String(filterValues[name] ?? true) === 'true';
    return (
      <button
        type="button"
        className="chip"
        aria-pressed={isOn}
        onClick={() => setFilters({ ...filterDefaults, ...filterValues, [name]: !isOn })}
      >
        {isOn && <Icon name="check" size={14} />}
        {label}
      </button>
    );
  };
  return (
    <fieldset className="update-filters">
      <legend className="unseen">{t('updates.filters.label')}</legend>
      {one('isAllowedBeta', t('updates.filters.beta'))}
      {one('addRevoked', t('updates.filters.revoked'))}
    </fieldset>
  );
}

function Empty() {
  const t = useT();
  const { filterValues } = useListContext();
  const isFiltered =
    !!filterValues['q'] ||
    [filterValues['isAllowedBeta'], filterValues['addRevoked']].some((one) => String(one) === 'false');
  return (
    <EmptyList
      sign={<Icon name="software" size={40} />}
      empty={{ title: t('updates.emptyTitle'), body: t('updates.emptyBody') }}
      none={{ title: t('updates.notFound'), body: t('updates.notFoundBody') }}
      showAll={t('updates.showAll')}
      isFiltered={isFiltered}
      whole={filterDefaults}
    />
  );
}
