import type { ChangeAtOven } from '@fournil/contract/differences/differences';
import { useDates } from '../kit/format/dates.ts';
import { useT } from './messages.ts';

/** Until when an oven keeps its own program: the last whole day. Null where nobody has decided so. */
export function useKeptWords(): (change: ChangeAtOven) => string | null {
  const t = useT();
  const dates = useDates();
  return ({ kept, keptUntil }) => {
    if (!kept) return null;
    return keptUntil === null
      ? t('differences.keptForGood')
      : t('differences.kept', { date: dates.date(Date.parse(keptUntil) - 1, 'day') });
  };
}

/** The same as the state of an installation on its machine's page. */
export function useOwnProgramWords(): (change: ChangeAtOven | null) => string | null {
  const t = useT();
  const dates = useDates();
  return (change) => {
    if (!change?.kept) return null;
    return change.keptUntil === null
      ? t('differences.ownForGood')
      : t('differences.ownUntil', { date: dates.date(Date.parse(change.keptUntil) - 1, 'day') });
  };
}
