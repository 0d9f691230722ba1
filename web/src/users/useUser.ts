import type { UserDetail } from '@fournil/contract/users/user';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/** The person of the present address, read again whenever the page is opened. */
export function useUser() {
  const { id = '' } = useParams();
  return useRecord<UserDetail>('users', id, { isAfresh: true });
}
