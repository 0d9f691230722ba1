import { useDates } from './dates.ts';
import { useNow } from './useNow.ts';

/** How long ago something was; the exact instant as tooltip and in `datetime`. */
export function When({ at, machine }: { at: string; machine?: { timezone: string | null } | undefined }) {
  const dates = useDates(machine);
  const now = useNow(30_000);
  return (
    <time dateTime={at} title={dates.date(at, 'exact')}>
      {dates.ago(at, now)}
    </time>
  );
}
