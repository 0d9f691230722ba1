import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import { historyFieldWords } from '@fournil/contract/history/historyFieldWords';
import { say } from '@fournil/contract/kit/words';
import { useDates } from '../format/dates.ts';
import { useKitT } from '../messages.ts';
import { useLanguage } from '../useT.ts';

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A field with its values before and after. */
export function Change({ change: { field, before, after } }: { change: HistoryChange }) {
  const t = useKitT();
  const language = useLanguage();
  const dates = useDates();
  const text = (value: HistoryChange['before']) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('kit.history.nothing');
    if (typeof value === 'boolean') return t(value ? 'kit.history.yes' : 'kit.history.no');
    if (typeof value === 'string' && isInstant.test(value)) return dates.date(value, 'exact');
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  const words = historyFieldWords[field];
  return t('kit.history.change', {
    field: words ? say(words, language) : field,
    before: text(before),
    after: text(after),
  });
}
