import type { Language } from '@fournil/contract/kit/words';
import type { Season } from '@fournil/contract/menus/season';
import { dateText } from '../../kit/format/dates.ts';
import { noBreak } from '../../kit/format/duration.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

/** A date of a calendar: "1 Dec", "1er déc."; with the year "1 Dec 2026". */
export function dayText(date: string, language: Language, isWithYear = false): string {
  const day = dateText(`${date}T12:00:00Z`, 'UTC', language, 'dayOfMonth').replace(' ', noBreak);
  return isWithYear ? `${day}${noBreak}${date.slice(0, 4)}` : day;
}

/** "1 Dec – 6 Jan, every year", "1 Dec 2026 – 6 Jan 2027", or "Standing". */
export function useSeasonText(): (season: Season | null) => string {
  const t = useT();
  const language = useLanguage();
  return (season) => {
    if (!season) return t('menus.season.standing');
    const { from, until, everyYear } = season;
    const last = dayText(until, language, !everyYear);
    const isOneYear = from.slice(0, 4) === until.slice(0, 4);
    const dates =
      from === until
        ? t('menus.season.oneDay', { day: last })
        : t('menus.season.once', { from: dayText(from, language, !everyYear && !isOneYear), until: last });
    return everyYear ? t('menus.season.yearly', { season: dates }) : dates;
  };
}
