import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import type { OwnHours } from '@fournil/contract/hours/hours';
import { hoursTexts } from '@fournil/contract/hours/hoursText';
import { changesBetween } from '../history/index.ts';
import { unknownPart } from '../hours/index.ts';
import { unprocessable } from '../kit/errors.ts';

/** 422 for a country or region whose holidays are not known. */
export async function checkHours({ holidays }: OwnHours): Promise<void> {
  const part = holidays && (await unknownPart(holidays));
  if (part === 'country')
    throw unprocessable({ path: 'hours.holidays.country', key: 'custom.hours.unknownCountry', args: {} });
  if (part === 'region')
    throw unprocessable({ path: 'hours.holidays.region', key: 'custom.hours.unknownRegion', args: {} });
}

/** What an update changes, as it is stored and as the history tells it (AUD-01). 422 as `checkHours`. */
export async function changedHours(
  before: OwnHours,
  after: OwnHours | undefined,
): Promise<{ values: { hours?: string }; changes: HistoryChange[] }> {
  const changes = after ? hoursChanges(before, after) : [];
  if (!after || changes.length === 0) return { values: {}, changes };
  await checkHours(after);
  return { values: { hours: JSON.stringify(after) }, changes };
}

export function hoursChanges(before: OwnHours, after: OwnHours): HistoryChange[] {
  return changesBetween(hoursTexts(before), hoursTexts(after));
}
