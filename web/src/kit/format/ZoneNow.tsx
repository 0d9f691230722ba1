import { useLanguage } from '../useT.ts';
import { dateText } from './dates.ts';
import { useNow } from './useNow.ts';

/** A timezone with its present time: "Europe/Paris, 14:05". */
export function ZoneNow({ zone }: { zone: string }) {
  const language = useLanguage();
  const now = useNow(30_000);
  return `${zone}, ${dateText(now, zone, language, 'time')}`;
}
