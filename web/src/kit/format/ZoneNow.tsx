import { isTimezone } from '@fournil/contract/kit/zones';
import { useLanguage } from '../useT.ts';
import { dateText } from './dates.ts';
import { useNow } from './useNow.ts';

/** A timezone with its present time: "Europe/Paris, 14:05"; its name alone where the browser does not know it. */
export function ZoneNow({ zone }: { zone: string }) {
  const language = useLanguage();
  const now = useNow(30_000);
  return isTimezone(zone) ? `${zone}, ${dateText(now, zone, language, 'time')}` : zone;
}
