import { callWords } from '@fournil/contract/history/callWords';
import type { HistoryEventView } from '@fournil/contract/history/historyEvent';
import { useDeviceName } from '../format/deviceName.ts';
import { useMay } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';
import { Change } from './Change.tsx';

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
