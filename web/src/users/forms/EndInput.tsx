import { useDates } from '../../kit/format/dates.ts';
import { LastDayInput } from '../../kit/inputs/LastDayInput.tsx';
import { useT } from '../messages.ts';

/** AUD-02: the last day of an account, in the reader's zone; it ends when that day does. */
export function EndInput() {
  const t = useT();
  const { zone } = useDates();
  return <LastDayInput source="endsAt" label={t('users.form.endsAt')} hint={t('users.form.endsAtHint', { zone })} />;
}
