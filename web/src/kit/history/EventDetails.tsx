import { callWords } from '@fournil/contract/history/callWords';
import type { HistoryChange, HistoryEventView } from '@fournil/contract/history/historyEvent';
import { historyFieldWords } from '@fournil/contract/history/historyFieldWords';
import { say } from '@fournil/contract/kit/words';
import { useDates } from '../format/dates.ts';
import { useDeviceName } from '../format/deviceName.ts';
import { useKitT } from '../messages.ts';
import { useMay } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';

/**
 * The details below an event's sentence: values before and after, the refused call, structure, address and browser.
 */
export function EventDetails({ event, withOrigin = false }: { event: HistoryEventView; withOrigin?: boolean }) {
  const deviceName = useDeviceName();
  const language = useLanguage();
  const may = useMay();
  const { changes, refusal, placeName, address, userAgent, society, actionner } = event;
  const device = actionner.kind === 'person' && userAgent && deviceName(userAgent);
  // The signs before the field names (+, −) say which rights were given and withdrawn.
  const shown = changes.filter(({ field }) => field !== 'rights');
  const beside = withOrigin ? [may('control.history') && society, placeName, address, device].filter(Boolean) : [];
  if (shown.length + beside.length === 0 && !refusal) return null;
  return (
    <ul className="history__details soft">
      {shown.map((change) => (
        <li key={change.field}>
          <Change change={change} />
        </li>
      ))}
      {refusal && (
        <li>
          <span title={refusal.call}>{callWords(refusal.call, language) ?? <code>{refusal.call}</code>}</span>
        </li>
      )}
      {beside.length > 0 && <li>{beside.join(' · ')}</li>}
    </ul>
  );
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function Change({ change: { field, before, after } }: { change: HistoryChange }) {
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
