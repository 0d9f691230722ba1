import type { UserView } from '@fournil/contract/users/user';
import { useListContext } from 'ra-core';
import { Avatar } from '../kit/Avatar.tsx';
import { FilterChip } from '../kit/FilterChip.tsx';
import { type PlainColumn, PlainList } from '../kit/PlainList.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import { UserBulkBar } from './UserBulkBar.tsx';

const perPage = 30;

/** People of one kind. `columns` says which of the last two columns the kind has. */
export function People({
  resource,
  title,
  hasStructures,
  hasSociety,
}: {
  resource: string;
  title: string;
  hasStructures?: boolean;
  hasSociety?: boolean;
}) {
  const t = useT();
  const columns: (PlainColumn<UserView> | false | undefined)[] = [
    { name: 'name', label: t('users.name'), order: 'lastName', cell: ({ fullName }) => <Person name={fullName} /> },
    { name: 'email', label: t('users.email'), order: 'email', cell: ({ email }) => email },
    hasSociety && { name: 'society', label: t('users.society'), cell: ({ society }) => society ?? '–' },
    hasStructures && {
      name: 'structures',
      label: t('users.structures'),
      cell: ({ structures }) => <span className="soft">{structures.map(({ name }) => name).join(', ') || '–'}</span>,
    },
    { name: 'state', label: t('users.state'), cell: (user) => <State user={user} /> },
  ];
  return (
    <PlainList<UserView>
      resource={resource}
      title={title}
      sort="lastName"
      perPage={perPage}
      search={t('users.search')}
      filters={<Narrowing />}
      empty={<Nobody />}
      columns={columns.filter((column) => !!column)}
      {...(hasStructures ? { bulkBar: <UserBulkBar />, canSelect: isUser } : {})}
    />
  );
}

/** The filter of the link by which one came, to be taken away again. */
function Narrowing() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const { active, ...others } = filterValues;
  if (active === undefined) return null;
  return (
    <FilterChip label={t('users.state')} remove={t('users.showAll')} onRemove={() => setFilters(others)}>
      {t(active ? 'users.active' : 'users.inactive')}
    </FilterChip>
  );
}

/** Client admins see everything without a relation. */
function isUser({ roles }: UserView): boolean {
  return roles[0] === 'ROLE_USER';
}

function Person({ name }: { name: string }) {
  return (
    <span className="person">
      <Avatar name={name} size={28} />
      <strong>{name}</strong>
    </span>
  );
}

function State({ user: { active, emailVerified, googleAuthenticatorConfirmed } }: { user: UserView }) {
  const t = useT();
  const word = active ? (emailVerified ? 'active' : 'notVerified') : 'inactive';
  return (
    <span className="state">
      <StateSign sign={word === 'active' ? 'connected' : word === 'inactive' ? 'inactive' : 'pending'} />
      {t(`users.${word}`)}
      {googleAuthenticatorConfirmed && (
        <span className="soft" title={t('users.twoStepOn')}>
          <Icon name="check" size={14} /> {t('users.twoStep')}
        </span>
      )}
    </span>
  );
}

function Nobody() {
  const t = useT();
  return (
    <div className="empty">
      <Icon name="users" size={40} />
      <div>
        <h2>{t('users.emptyTitle')}</h2>
        <p>{t('users.emptyBody')}</p>
      </div>
    </div>
  );
}
