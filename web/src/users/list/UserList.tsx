import type { UserView } from '@fournil/contract/users/user';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { DeleteUser } from '../DeleteUser.tsx';
import { useT } from '../messages.ts';
import { Sharing } from '../sharing/Sharing.tsx';
import { PeopleList } from './PeopleList.tsx';
import { RowActions } from './RowActions.tsx';

/** USR-05 */
export function UserList() {
  const t = useT();
  const may = useMay();
  const [leaving, setLeaving] = useState<UserView | null>(null);
  return (
    <PageFor act="users.list">
      <PeopleList
        resource="users"
        title={t('users.title')}
        hasStructures={may('users.relate')}
        hasSociety={!may('users.relate')}
        {...(may('users.show') ? { linkTo: ({ id }) => `/users/${id}/show` } : {})}
        {...(may('users.relate')
          ? {
              actionsOf: (user) => <RowActions user={user} onDelete={may('users.delete') ? setLeaving : undefined} />,
            }
          : {})}
        actions={
          <>
            <May act="users.relate">
              <Link className="button" to="/access-review">
                <Icon name="lock" size={16} />
                {t('users.review')}
              </Link>
            </May>
            <May act="rightsTemplates.list">
              <Link className="button" to="/rights-templates">
                <Icon name="caps" size={16} />
                {t('users.templates.title')}
              </Link>
            </May>
            <CreateLink act="users.create" to="/users/create" isMain>
              {t('users.create')}
            </CreateLink>
          </>
        }
      />
      <May act="organisation.show">
        <Sharing />
      </May>
      {leaving && <DeleteUser user={leaving} onClose={() => setLeaving(null)} />}
    </PageFor>
  );
}
