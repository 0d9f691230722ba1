import { kindOfRoles } from '@fournil/contract/rights/roles';
import type { UserView } from '@fournil/contract/users/user';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../../kit/lists/DataTable.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { PlainList } from '../../kit/lists/PlainList.tsx';
import { Avatar } from '../../kit/people/Avatar.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { UserState } from '../UserState.tsx';
import { PeopleFilters } from './PeopleFilters.tsx';
import { UserBulkBar } from './UserBulkBar.tsx';
import '../users.css';

const perPage = 30;

interface PeopleListProps {
  resource: string;
  title: string;
  hasStructures?: boolean;
  hasSociety?: boolean;
  /** The address of a person's page, if there is one. */
  linkTo?: (user: UserView) => string;
  /** The actions at the end of a row. */
  actionsOf?: (user: UserView) => ReactNode;
  actions?: ReactNode;
  more?: readonly DataColumn<UserView>[];
  /** The content of an expanded row. */
  detailOf?: (user: UserView) => ReactNode;
}

/** A list of people of one kind. */
export function PeopleList({
  resource,
  title,
  hasStructures,
  hasSociety,
  linkTo,
  actionsOf,
  actions,
  more = [],
  detailOf,
}: PeopleListProps) {
  const t = useT();
  const columns: (DataColumn<UserView> | false | undefined)[] = [
    {
      name: 'name',
      label: t('users.name'),
      order: 'lastName',
      cell: (user) => <Person user={user} to={linkTo?.(user)} hasSociety={hasSociety} />,
    },
    { name: 'email', label: t('users.email'), order: 'email', cell: ({ email }) => <Address email={email} /> },
    hasSociety && {
      name: 'society',
      label: t('users.society'),
      order: 'society',
      only: 'roomy',
      cell: ({ society }) => <span className="clamp">{society ?? '–'}</span>,
    },
    hasStructures && {
      name: 'structures',
      label: t('users.structures'),
      cell: ({ structures }) => (
        <span className="soft clamp">{structures.map(({ name }) => name).join(', ') || '–'}</span>
      ),
    },
    ...more,
    { name: 'state', label: t('users.state'), cell: (user) => <State user={user} /> },
    actionsOf && { name: 'actions', label: t('users.actions'), cell: actionsOf },
  ];
  return (
    <PlainList<UserView>
      resource={resource}
      title={title}
      sort="lastName"
      perPage={perPage}
      search={t('users.search')}
      filters={<PeopleFilters hasStructures={hasStructures} />}
      actions={actions}
      empty={<Nobody />}
      columns={columns.filter((column) => !!column)}
      {...(detailOf ? { detailOf } : {})}
      {...(hasStructures ? { bulkBar: <UserBulkBar />, canSelect: isUser } : {})}
    />
  );
}

/** Client admins see everything without being assigned. */
function isUser({ roles }: UserView): boolean {
  return kindOfRoles(roles) === 'user';
}

/** Allows a line break after the @ of an address, for narrow columns. */
function Address({ email }: Pick<UserView, 'email'>) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <span className="person__address clamp">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

interface PersonProps {
  user: UserView;
  to: string | undefined;
  hasSociety: boolean | undefined;
}

function Person({ user: { fullName, email, imageUrl, society }, to, hasSociety }: PersonProps) {
  const name = fullName || email;
  return (
    <span className="person">
      <Avatar name={name} imageUrl={imageUrl} size={28} />
      <span>
        {to ? (
          <Link className="person__link clamp" to={to} title={name}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <strong className="clamp" title={name}>
            <bdi>{name}</bdi>
          </strong>
        )}
        {hasSociety && <span className="person__society soft clamp">{society}</span>}
      </span>
    </span>
  );
}

function State({ user }: { user: UserView }) {
  const t = useT();
  return (
    <span className="state">
      <UserState user={user} />
      {user.googleAuthenticatorConfirmed && (
        <span className="soft" title={t('users.twoStepOn')}>
          <Icon name="lock" size={14} /> {t('users.twoStep')}
        </span>
      )}
    </span>
  );
}

function Nobody() {
  const t = useT();
  return (
    <EmptyList
      sign={<Icon name="users" size={40} />}
      empty={{ title: t('users.emptyTitle'), body: t('users.emptyBody') }}
      none={{ title: t('users.noneTitle'), body: t('users.noneBody') }}
      showAll={t('users.showAll')}
    />
  );
}
