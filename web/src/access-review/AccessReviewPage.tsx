import {
  type AccessState,
  type AccessView,
  accessConcerns,
  accessConcernWords,
  accessLimits,
  accessStates,
  accessStateWords,
  kindWords,
  secondStepWords,
} from '@fournil/contract/access-review/accessReview';
import { say } from '@fournil/contract/kit/words';
import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fetchFile, useDownload } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { When } from '../kit/format/When.tsx';
import type { DataColumn } from '../kit/lists/DataTable.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { SelectFilter } from '../kit/lists/SelectFilter.tsx';
import { Avatar } from '../kit/people/Avatar.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useLanguage, useNumber } from '../kit/useT.ts';
import { useT as useUsersT } from '../users/messages.ts';
import { useRightsColumns } from './matrix.tsx';
import { useT } from './messages.ts';
import './accessReview.css';
import { useFilterChoice } from '../kit/lists/useFilterChoice.ts';
import { EmptyState } from '../kit/pages/EmptyState.tsx';

/** AUD-02: who can sign in, how, and what they may do and see. */
export function AccessReviewPage() {
  return (
    <PageFor act="access.review">
      <Review />
    </PageFor>
  );
}

function Review() {
  const t = useT();
  const language = useLanguage();
  // The maker's staff have their rights by their kind, and see no organisation.
  const isOfOrganisation = useMay()('users.show');
  const rights = useRightsColumns();
  const sights = useSights();
  const columns: DataColumn<AccessView>[] = [
    {
      name: 'person',
      label: t('access.person'),
      order: 'lastName',
      cell: (one) => <Person one={one} canOpen={isOfOrganisation} />,
    },
    { name: 'state', label: t('access.state'), order: 'endsAt', cell: (one) => <State one={one} /> },
    {
      name: 'lastSignIn',
      label: t('access.lastSignIn'),
      order: 'lastSignInAt',
      cell: (one) => (
        <Flagged is={one.concerns.includes('unused')}>
          {one.lastSignInAt ? <When at={one.lastSignInAt} /> : t('access.never')}
        </Flagged>
      ),
    },
    {
      name: 'secondStep',
      label: t('access.secondStep'),
      cell: ({ secondSteps, concerns }) => (
        <Flagged is={concerns.includes('oneFactor')}>
          {secondSteps.map((step) => say(secondStepWords[step], language)).join(', ') ||
            say(secondStepWords.none, language)}
        </Flagged>
      ),
    },
    ...(isOfOrganisation ? [...rights, ...sights] : []),
  ];
  return (
    <PlainList<AccessView>
      resource="access-review"
      title={t('access.title')}
      lead={t(isOfOrganisation ? 'access.lead' : 'access.leadOfMaker')}
      sort="concerns"
      order="DESC"
      perPage={accessLimits.pageSize}
      search={t('access.search')}
      filters={<Filters />}
      actions={<File />}
      empty={<Nobody />}
      columns={columns}
    />
  );
}

function Person({
  one: { id, fullName, email, imageUrl, kind, remoteParamsEdit, template, concerns },
  canOpen,
}: {
  one: AccessView;
  canOpen: boolean;
}) {
  const t = useT();
  const language = useLanguage();
  const name = fullName || email;
  return (
    <span className="person">
      <Avatar name={name} imageUrl={imageUrl} size={28} />
      <span className="access__person">
        <Link
          className="person__link clamp"
          title={name}
          to={canOpen ? `/users/${id}/show` : `/users/${id}/edit`}
          state={{ from: '/access-review' }}
        >
          <bdi>{name}</bdi>
        </Link>
        <small className="soft clamp" title={email}>
          {say(kindWords[kind], language)}
          {template && ` · ${template.name}`}
          {remoteParamsEdit && ` · ${t('access.remote')}`}
          {concerns.includes('everyRight') && (
            <>
              {' · '}
              <Flagged is>{t('access.everyRight')}</Flagged>
            </>
          )}
        </small>
      </span>
    </span>
  );
}

const signs = {
  active: 'connected',
  invited: 'pending',
  disabled: 'inactive',
  ended: 'inactive',
} as const satisfies Record<AccessState, string>;

function State({ one: { state, endsAt, concerns } }: { one: AccessView }) {
  const t = useT();
  const language = useLanguage();
  const dates = useDates();
  return (
    <span className="access__state">
      <span className="state">
        <StateSign sign={signs[state]} />
        {say(accessStateWords[state], language)}
      </span>
      {endsAt && (
        <Flagged is={concerns.includes('ending')}>
          <small>{t('access.ends', { date: dates.date(Date.parse(endsAt) - 1, 'day') })}</small>
        </Flagged>
      )}
    </span>
  );
}

/** The concerns of an account, marked by a sign and not by colour alone. */
function Flagged({ is, children }: { is: boolean; children: ReactNode }) {
  if (!is) return <span>{children}</span>;
  return (
    <span className="access__flag">
      <StateSign sign="notApproved" />
      {children}
    </span>
  );
}

function useSights(): DataColumn<AccessView>[] {
  const t = useT();
  const number = useNumber();
  const areas = [
    ['machines', 'users.rights.areas.MACHINE'],
    ['structures', 'users.rights.areas.STRUCTURE'],
    ['programs', 'users.rights.areas.PROGRAM'],
  ] as const;
  const areaT = useUsersT();
  return areas.map(([name, area]) => ({
    name,
    label: areaT(area),
    group: t('access.sees'),
    isNumber: true,
    cell: ({ sees }) => {
      const sight = sees?.[name];
      return sight ? t('access.seen', { seen: number(sight.seen), of: number(sight.of) }) : '–';
    },
  }));
}

function Filters() {
  const t = useT();
  const language = useLanguage();
  const { filterValues, choose } = useFilterChoice();
  return (
    <>
      <SelectFilter
        className="access__filter"
        label={t('access.concern')}
        every={t('access.whoever')}
        choices={[
          { value: 'any', label: t('access.attention') },
          ...accessConcerns.map((one) => ({ value: one, label: say(accessConcernWords[one], language) })),
        ]}
        value={filterValues['concern']}
        onChoose={(value) => choose('concern', value)}
      />
      <SelectFilter
        className="access__filter"
        label={t('access.state')}
        every={t('access.everyState')}
        choices={accessStates.map((one) => ({ value: one, label: say(accessStateWords[one], language) }))}
        value={filterValues['state']}
        onChoose={(value) => choose('state', value)}
      />
    </>
  );
}

function File() {
  const t = useT();
  const { filterValues, sort } = useListContext();
  const { act, isPending } = useDownload(() =>
    fetchFile('/access-review.csv', { ...filterValues, [`order[${sort.field}]`]: sort.order.toLowerCase() }),
  );
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => act()}>
      <Icon name="sheet" size={16} />
      {t('access.file')}
    </button>
  );
}

function Nobody() {
  const t = useT();
  const { setFilters } = useListContext();
  return (
    <EmptyState sign={<Icon name="users" size={40} />} title={t('access.none')} body={t('access.noneBody')}>
      <button type="button" className="button" onClick={() => setFilters({})}>
        {t('access.showAll')}
      </button>
    </EmptyState>
  );
}
