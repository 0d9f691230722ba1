import { product } from '@fournil/contract/product';
import type { UserView } from '@fournil/contract/users/user';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useT } from '../messages.ts';
import { SendLink } from '../SendLink.tsx';

/**
 * TEC-02: how long a password that was set by somebody else is valid, and the link that replaces it.
 */
export function FirstPassword({ user: { id, fullName, email, active, passwordEndsAt } }: { user: UserView }) {
  const t = useT();
  const dates = useDates();
  const now = useNow(60_000);
  if (passwordEndsAt === null) return <span className="soft">–</span>;
  const hasEnded = new Date(passwordEndsAt).getTime() <= now;
  return (
    <span className="first-password">
      {hasEnded ? (
        <strong>{t('users.staff.passwordEnded')}</strong>
      ) : (
        <span>{t('users.staff.passwordUntil', { date: dates.date(passwordEndsAt, 'dayAndTime') })}</span>
      )}
      {active && (
        <SendLink
          person={{ fullName, email }}
          path={`/${product.slug}-technicians/${id}/link`}
          label={t('users.staff.sendLink')}
          className="button button--plain"
        />
      )}
    </span>
  );
}
