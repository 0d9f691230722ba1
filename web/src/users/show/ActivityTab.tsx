import type { UserDetail } from '@fournil/contract/users/user';
import { HistoryList } from '../../kit/history/HistoryList.tsx';

/** What they did, and what was done to them. */
export function ActivityTab({ user }: { user: UserDetail }) {
  return (
    <section className="user__tab">
      <HistoryList path={`/history/user/${user.id}/full`} people={`/history/user/${user.id}/people`} about={user.id} />
    </section>
  );
}
