import {
  type ApiTokenState,
  type ApiTokenView,
  apiTokenLimits,
  apiTokenStates,
} from '@fournil/contract/api-tokens/apiToken';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { rights as everyRight } from '@fournil/contract/rights/rights';
import { useListContext } from 'ra-core';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { When } from '../kit/format/When.tsx';
import { CreateLink } from '../kit/lists/CreateLink.tsx';
import type { DataColumn } from '../kit/lists/DataTable.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { SelectFilter } from '../kit/lists/SelectFilter.tsx';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';
import { seesAll } from './seesAll.ts';
import { TokenActions } from './TokenActions.tsx';
import { TokenDetail } from './TokenDetail.tsx';
import { TokenUse } from './TokenUse.tsx';
import './apiTokens.css';
import { useFilterChoice } from '../kit/lists/useFilterChoice.ts';

/** INT-04: the API tokens of the organisation; for the maker of the machines, of all organisations. */
export function TokenList() {
  return (
    <PageFor act="apiTokens.list">
      <List />
    </PageFor>
  );
}

function List() {
  const t = useT();
  const number = useNumber();
  const dates = useDates();
  const isOfOrganisation = useMay()('apiTokens.edit');
  const columns: DataColumn<ApiTokenView>[] = [
    { name: 'name', label: t('apiTokens.name'), order: 'name', cell: (token) => <Name token={token} /> },
    ...(isOfOrganisation
      ? []
      : [{ name: 'society', label: t('apiTokens.society'), cell: ({ society }: ApiTokenView) => society }]),
    { name: 'state', label: t('apiTokens.state'), cell: (token) => <State token={token} /> },
    {
      name: 'rights',
      label: t('apiTokens.rights'),
      isNumber: true,
      only: 'roomy',
      cell: ({ rights }) => (
        <span className="token-line">
          {t('apiTokens.ofAll', { count: number(rights.length), all: number(everyRight.length) })}
        </span>
      ),
    },
    {
      name: 'structures',
      label: t('apiTokens.structures'),
      only: 'roomy',
      cell: (token) => <Structures token={token} />,
    },
    {
      name: 'endsAt',
      label: t('apiTokens.ends'),
      order: 'endsAt',
      cell: ({ endsAt }) => <span className="token-line">{dates.date(Date.parse(endsAt) - 1, 'day')}</span>,
    },
    {
      name: 'lastUsedAt',
      label: t('apiTokens.lastUsed'),
      order: 'lastUsedAt',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <When at={lastUsedAt} /> : <span className="soft">{t('apiTokens.never')}</span>,
    },
    {
      name: 'madeBy',
      label: t('apiTokens.madeBy'),
      only: 'roomy',
      cell: ({ madeBy }) => madeBy?.fullName ?? <span className="soft">{t('apiTokens.madeByDeleted')}</span>,
    },
    { name: 'actions', label: '', cell: (token) => <TokenActions token={token} /> },
  ];
  return (
    <PlainList<ApiTokenView>
      resource="api-tokens"
      title={t('apiTokens.title')}
      lead={t(isOfOrganisation ? 'apiTokens.lead' : 'apiTokens.leadOfMaker')}
      sort="createdAt"
      order="DESC"
      perPage={apiTokenLimits.listPageSize}
      search={t('apiTokens.search')}
      filters={<StateFilter />}
      actions={
        <CreateLink act="apiTokens.make" to="/api-tokens/create" isMain>
          {t('apiTokens.create')}
        </CreateLink>
      }
      empty={<Empty isOfOrganisation={isOfOrganisation} />}
      columns={columns}
      detailOf={(token) => <TokenDetail token={token} />}
    />
  );
}

function Name({ token: { name, ending } }: { token: ApiTokenView }) {
  return (
    <span className="token-name">
      <bdi className="strong">{name}</bdi>
      <code className="soft">fournil_…{ending}</code>
    </span>
  );
}

const signs = {
  active: 'connected',
  stopped: 'refused',
  ended: 'inactive',
  revoked: 'inactive',
} as const satisfies Record<ApiTokenState, string>;

/** The state, with a warning when it ends soon, and the reason why it has stopped. */
function State({ token: { state, endsAt } }: { token: ApiTokenView }) {
  const t = useT();
  const now = useNow(60_000);
  const left = Math.floor((Date.parse(endsAt) - now) / dayMilliseconds);
  const isEnding = state === 'active' && left < apiTokenLimits.toldDays;
  return (
    <span className="token-state">
      <span className="state">
        <StateSign sign={signs[state]} />
        {t(`apiTokens.states.${state}`)}
      </span>
      {isEnding && (
        <small className="token-warning">
          <StateSign sign="notApproved" size={12} />
          {left < 1 ? t('apiTokens.endsToday') : t('apiTokens.endsIn', { smart_count: left })}
        </small>
      )}
      {state === 'stopped' && <small className="soft">{t('apiTokens.stoppedWhy')}</small>}
    </span>
  );
}

function Structures({ token: { rights, structures } }: { token: ApiTokenView }) {
  const t = useT();
  if (seesAll(rights)) return <span className="soft">{t('apiTokens.everywhere')}</span>;
  if (structures.length === 0) return <span className="soft">{t('apiTokens.nowhere')}</span>;
  const names = structures.map(({ name }) => name).join(', ');
  return (
    <span className="clamp" title={names}>
      {names}
    </span>
  );
}

function StateFilter() {
  const t = useT();
  const { filterValues, choose } = useFilterChoice();
  return (
    <SelectFilter
      className="token-filter"
      label={t('apiTokens.state')}
      every={t('apiTokens.every')}
      choices={apiTokenStates.map((state) => ({ value: state, label: t(`apiTokens.states.${state}`) }))}
      value={filterValues['state']}
      onChoose={(value) => choose('state', value)}
    />
  );
}

function Empty({ isOfOrganisation }: { isOfOrganisation: boolean }) {
  const t = useT();
  const { filterValues } = useListContext();
  const sign = <Icon name="key" size={40} />;
  if (Object.keys(filterValues).length > 0)
    return <EmptyState sign={sign} title={t('apiTokens.none')} body={t('apiTokens.noneBody')} />;
  if (!isOfOrganisation) return <EmptyState sign={sign} title={t('apiTokens.emptyOfMaker')} />;
  return (
    <EmptyState sign={sign} title={t('apiTokens.empty')} body={t('apiTokens.emptyBody')}>
      <TokenUse token="fournil_…" label={t('apiTokens.try')} />
    </EmptyState>
  );
}
