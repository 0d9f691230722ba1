import { product } from '@fournil/contract/product';
import type { UserView } from '@fournil/contract/users/user';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reading, useRead } from '../../data/index.ts';
import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useNumber } from '../../kit/useT.ts';
import { PeopleList } from '../list/PeopleList.tsx';
import { RowActions } from '../list/RowActions.tsx';
import { useT } from '../messages.ts';
import { DeleteClient } from './DeleteClient.tsx';
import { DeletedClients } from './DeletedClients.tsx';
import { DeleteStaff } from './DeleteStaff.tsx';
import { FirstPassword } from './FirstPassword.tsx';
import { PeopleOfClient } from './PeopleOfClient.tsx';

const adminAddress = `/create-${product.slug}-admin`;
const technicianAddress = `/create-${product.slug}-tech`;

/** USR-02: the clients with their numbers of machines; an expanded row lists the client's people. */
export function ClientAdminList() {
  const t = useT();
  const may = useMay();
  const number = useNumber();
  const [leaving, setLeaving] = useState<UserView | null>(null);
  const { data: machines } = useRead(
    reading<Record<string, number>>({
      about: 'client-admins',
      path: '/client-admins-machines',
      enabled: may('client-admins.list'),
    }),
  );
  return (
    <PageFor act="client-admins.list">
      <PeopleList
        resource="client-admins"
        title={t('users.clients')}
        hasSociety
        more={[
          {
            name: 'machines',
            label: t('users.machines'),
            isNumber: true,
            cell: ({ id }) => (machines ? number(machines[id] ?? 0) : ''),
          },
        ]}
        detailOf={({ id }) => <PeopleOfClient adminId={id} />}
        actionsOf={(user) => <RowActions user={user} onDelete={may('client-admins.delete') ? setLeaving : undefined} />}
        actions={
          <>
            <Link className="button" to="/shared-machines">
              <Icon name="machines" size={16} />
              {t('users.sharing.machines')}
            </Link>
            <Link className="button" to="/select-user">
              <Icon name="users" size={16} />
              {t('users.staff.signInAs')}
            </Link>
            <CreateLink act="client-admins.create" to={adminAddress} isMain>
              {t('users.staff.newClient')}
            </CreateLink>
          </>
        }
      />
      <May act="client-admins.delete">
        <DeletedClients />
      </May>
      {leaving && <DeleteClient admin={leaving} onClose={() => setLeaving(null)} />}
    </PageFor>
  );
}

/** TEC-01: technicians, and the maker's super admins. */
export function TechnicianList() {
  const t = useT();
  const [leaving, setLeaving] = useState<UserView | null>(null);
  return (
    <PageFor act="technicians.list">
      <PeopleList
        resource={`${product.slug}-technicians`}
        title={t('users.technicians')}
        more={[
          { name: 'role', label: t('users.staff.role'), cell: (user) => <Role user={user} /> },
          { name: 'firstPassword', label: t('users.staff.password'), cell: (user) => <FirstPassword user={user} /> },
        ]}
        actionsOf={(user) => <RowActions user={user} onDelete={setLeaving} />}
        actions={
          <>
            <Link className="button" to="/access-review">
              <Icon name="lock" size={16} />
              {t('users.review')}
            </Link>
            <Link className="button button--main" to={technicianAddress}>
              <Icon name="plus" />
              {t('users.staff.newTechnician')}
            </Link>
          </>
        }
      />
      {leaving && <DeleteStaff person={leaving} onClose={() => setLeaving(null)} />}
    </PageFor>
  );
}

function Role({ user: { roles } }: { user: UserView }) {
  const t = useT();
  return (
    <>
      {t(roles[0] === 'ROLE_SUPERADMIN' ? 'users.staff.superAdmin' : 'users.staff.technician')}
      {roles.includes('ROLE_REMOTE_PARAMS_EDIT') && <span className="soft"> · {t('users.staff.remote')}</span>}
    </>
  );
}
