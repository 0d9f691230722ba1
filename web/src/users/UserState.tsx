import type { UserView } from '@fournil/contract/users/user';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** Active, disabled, or not activated yet. */
export function UserState({ user: { active, emailVerified } }: { user: Pick<UserView, 'active' | 'emailVerified'> }) {
  const t = useT();
  const word = active ? (emailVerified ? 'active' : 'notVerified') : 'inactive';
  return (
    <span className="state">
      <StateSign sign={word === 'active' ? 'connected' : word === 'inactive' ? 'inactive' : 'pending'} />
      {t(`users.${word}`)}
    </span>
  );
}
