import type { UserView } from '@fournil/contract/users/user';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** The state of an account (active, disabled, not activated, ended) and its end date (AUD-02). */
export function UserState({
  user: { active, emailVerified, endsAt },
}: {
  user: Pick<UserView, 'active' | 'emailVerified' | 'endsAt'>;
}) {
  const t = useT();
  const dates = useDates();
  const now = useNow(30_000);
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= now;
  const word = !active ? 'inactive' : hasEnded ? 'ended' : emailVerified ? 'active' : 'notVerified';
  return (
    <span className="state">
      <StateSign sign={word === 'active' ? 'connected' : word === 'notVerified' ? 'pending' : 'inactive'} />
      {t(`users.${word}`)}
      {/* The last moment of the account, so that an end at midnight names the day before. */}
      {endsAt && <span className="soft">{t('users.until', { date: dates.date(Date.parse(endsAt) - 1, 'day') })}</span>}
    </span>
  );
}
