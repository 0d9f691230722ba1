import { type CalendarQuery, hoursLimits, type StructureHours } from '@fournil/contract/hours/hours';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateAfter, dateOf } from '@fournil/contract/kit/zones';
import type { CallContext } from '../kit/context.ts';
import { unprocessable } from '../kit/errors.ts';
import { knownStructures, requireStructure } from '../rights/index.ts';
import { calendarOf, hoursOf, openingsOf, type Place, readPlaces } from './placeHours.ts';

const daysShown = 14;
const daysAhead = 60;

/** HRS-01: what counts in a structure, where it comes from, and the calendar that follows. 404 for one that is not seen. */
export async function findHours(context: CallContext, id: string, query: CalendarQuery): Promise<StructureHours> {
  const { trx, caller, now } = context;
  await requireStructure(trx, caller, id);
  const path = (await readPlaces(trx, caller.organisationId, [id])).get(id) ?? [];
  const seen = await knownStructures(
    trx,
    caller,
    path.map((place) => place.id),
  );
  const from = (place: Place) => ({
    isOwn: place.id === id,
    of: seen.find((one) => one.id === place.id) ?? null,
  });
  const hours = hoursOf(path);
  const at = now().getTime();
  const ofWeek = path.find((place) => place.hours.week);
  const ofHolidays = path.find((place) => place.hours.holidays);
  return {
    timezone: path[0]?.timezone ?? null,
    week: ofWeek?.hours.week ? { days: ofWeek.hours.week, ...from(ofWeek) } : null,
    holidays: ofHolidays?.hours.holidays ? { calendar: ofHolidays.hours.holidays, ...from(ofHolidays) } : null,
    exceptions: path.flatMap((place) => place.hours.exceptions.map((one) => ({ ...one, ...from(place) }))),
    ...(await stateAt(hours, at)),
    days: await daysOf(context, hours, query),
  };
}

async function stateAt(
  hours: ReturnType<typeof hoursOf>,
  at: number,
): Promise<Pick<StructureHours, 'isOpen' | 'changesAt'>> {
  const end = at + daysAhead * dayMilliseconds;
  const openings = await openingsOf(hours, at, end);
  if (!openings) return { isOpen: null, changesAt: null };
  const [next] = openings;
  const isOpen = next?.from === at;
  const change = isOpen ? next.to : next?.from;
  return { isOpen, changesAt: change === undefined || change === end ? null : new Date(change).toISOString() };
}

async function daysOf(
  { caller, now }: CallContext,
  hours: ReturnType<typeof hoursOf>,
  query: CalendarQuery,
): Promise<StructureHours['days']> {
  const first = query.from ?? dateOf(now().getTime(), hours.zone);
  const last = query.to ?? dateAfter(first, daysShown - 1);
  if (last > dateAfter(first, hoursLimits.calendarDays - 1))
    throw unprocessable({ path: 'to', key: 'custom.hours.tooLong', args: { max: hoursLimits.calendarDays } });
  const dayAt = await calendarOf(hours, first, last, caller.language);
  const days: StructureHours['days'] = [];
  for (let date = first; date <= last; date = dateAfter(date)) {
    const day = dayAt(date);
    if (day) days.push(day);
  }
  return days;
}
