import type { UserDetail } from '@fournil/contract/users/user';
import { useParams } from 'react-router-dom';
import { useRecord } from '../data/index.ts';

/** The person of the address, asked for anew whenever it is opened. */
export function useUser() {
  const { id = '' } = useParams();
  return useRecord<UserDetail>('users', id, { isAfresh: true });
}
