import type { UserDetail } from '@fournil/contract/users/user';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';

/** The person of the address, asked for anew whenever it is opened. */
export function useUser() {
  const { id = '' } = useParams();
  const { data, ...query } = useGetOne<UserDetail>(
    'users',
    { id },
    { retry: false, enabled: id !== '', refetchOnMount: 'always' },
  );
  // A list leaves its rows where single ones are kept: these are less than a whole person.
  return { ...query, data: data && 'version' in data ? data : undefined };
}
