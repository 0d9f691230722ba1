import type { UserOfClientView } from '@fournil/contract/users/clients';
import { useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { Pages } from '../../kit/lists/Pager.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useT } from '../messages.ts';

const perPage = 30;

/** The people of one client (USR-02). */
export function PeopleOfClient({ adminId }: { adminId: string }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRead(
    readingList<UserOfClientView>({
      about: 'client-admins',
      path: `/client-admins/${adminId}/clients`,
      query: { page, itemsPerPage: perPage },
      placeholderData: keepPreviousData,
    }),
  );
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  if (data?.total === 0) return <p className="soft">{t('users.staff.noClients')}</p>;
  return (
    <div className="clients" aria-busy={!data}>
      <ul>
        {data?.data.map(({ id, firstName, lastName, email }) => (
          <li key={id}>
            <strong>
              <bdi>
                {firstName} {lastName}
              </bdi>
            </strong>
            <span className="soft">{email}</span>
          </li>
        ))}
      </ul>
      {data && data.total > perPage && <Pages page={page} perPage={perPage} total={data.total} onGo={setPage} />}
    </div>
  );
}
