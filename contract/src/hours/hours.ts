import { z } from 'zod';
import { dayMilliseconds } from '../kit/durations.ts';
import { clockTime, instant } from '../kit/instants.ts';
import { optionalName, requiredText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';

/** HRS-01 */
export const hoursLimits = {
  intervalsOfDay: 4,
  exceptions: 200,
  exceptionDays: 366,
  exceptionName: 80,
  /** The rule of a holiday; the longest is Taiwan's with 219 characters. */
  holidayRule: 300,
  /** The changes to a country's list of holidays. */
  holidayChanges: 60,
  /** The days of one reading of the calendar. */
  calendarDays: 400,
} as const;

/** In the order of ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

const closingTime = z.union([clockTime, z.literal('24:00')], { error: 'custom.validation.clockTime' });

/** From one clock time to another; one that is not later is that of the next day. */
const openInterval = z
  .strictObject({ from: clockTime, to: closingTime })
  .refine(({ from, to }) => from !== to, { ...rule('custom.hours.sameTimes'), path: ['to'] });
export type OpenInterval = z.infer<typeof openInterval>;

/** The hours of a day, in order; none when it is closed. Those past midnight belong to the day on which they begin. */
export const dayOpening = z
  .array(openInterval)
  .max(hoursLimits.intervalsOfDay)
  .refine(isInOrder, rule('custom.hours.overlap'));
export type DayOpening = z.infer<typeof dayOpening>;

function isInOrder(intervals: readonly OpenInterval[]): boolean {
  return intervals.every(({ from }, index) => {
    const before = intervals[index - 1];
    return !before || (before.from < before.to && before.to <= from);
  });
}

export const openingWeek = z.strictObject({
  monday: dayOpening,
  tuesday: dayOpening,
  wednesday: dayOpening,
  thursday: dayOpening,
  friday: dayOpening,
  saturday: dayOpening,
  sunday: dayOpening,
} satisfies Record<Weekday, typeof dayOpening>);
export type OpeningWeek = z.infer<typeof openingWeek>;

/** What a place does on a holiday: the hours of its weekday, or hours of its own, none when it is closed. */
const holidayOpening = z.union([z.literal('usual'), dayOpening]);
export type HolidayOpening = z.infer<typeof holidayOpening>;

/** The public holidays of a country, or of a region of it; closed on each, but where `changes` says otherwise. */
export const holidayCalendar = z.strictObject({
  /** ISO 3166-1, two capitals. */
  country: z.string().regex(/^[A-Z]{2}$/, { error: 'custom.hours.unknownCountry' }),
  /** A code of the country's regions; null for the whole country. */
  region: z.string().min(1).max(16).nullable().default(null),
  /** By the rule of the holiday in the country's list, such as `12-25` or `easter 1`. */
  changes: z
    .array(z.strictObject({ holiday: requiredText(hoursLimits.holidayRule), opening: holidayOpening }))
    .max(hoursLimits.holidayChanges)
    .default([]),
});
export type HolidayCalendar = z.infer<typeof holidayCalendar>;

/** Dates, both included, on which these hours replace those of the week and of holidays. */
const hoursException = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    name: optionalName(hoursLimits.exceptionName),
    opening: dayOpening,
  })
  .refine(({ from, to }) => from <= to, { ...rule('custom.validation.period'), path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMilliseconds < hoursLimits.exceptionDays, {
    ...rule('custom.hours.tooLong', { max: hoursLimits.exceptionDays }),
    path: ['to'],
  });
export type HoursException = z.infer<typeof hoursException>;

/**
 * The hours that a structure has of its own. Where `week` or `holidays` is null, that of the nearest structure above
 * counts; exceptions are added to those from above, and the nearest one counts for its dates.
 */
export const ownHours = z.strictObject({
  week: openingWeek.nullable().default(null),
  holidays: holidayCalendar.nullable().default(null),
  exceptions: z.array(hoursException).max(hoursLimits.exceptions).default([]),
});
export type OwnHours = z.infer<typeof ownHours>;
export const noHours: OwnHours = { week: null, holidays: null, exceptions: [] };

/** The structure whose value counts; null for one that the reader does not see. */
const inherited = { isOwn: z.boolean(), of: z.object({ id: z.string(), name: z.string() }).nullable() };

const dayReasons = ['week', 'holiday', 'exception'] as const;

/** One date of the calendar. */
const calendarDay = z.object({
  date: z.iso.date(),
  opening: dayOpening,
  reason: z.enum(dayReasons),
  /** Of the holiday or the exception. */
  name: z.string().nullable(),
});
export type CalendarDay = z.infer<typeof calendarDay>;

/** GET `structures/{id}/hours`: what counts there, where it comes from, and what follows for each date. */
export const structureHours = z.object({
  /** In which the hours are; null, which counts as UTC, where neither the structure nor one above it has one. */
  timezone: z.string().nullable(),
  week: z.object({ days: openingWeek, ...inherited }).nullable(),
  holidays: z.object({ calendar: holidayCalendar, ...inherited }).nullable(),
  exceptions: z.array(z.object({ ...hoursException.shape, ...inherited })),
  /** Null while no week is known. */
  isOpen: z.boolean().nullable(),
  /** When it opens or closes next; null when that is not within the next 60 days, and while no week is known. */
  changesAt: instant.nullable(),
  /** Of the dates asked for; one whose hours are not known is left out. */
  days: z.array(calendarDay),
});
export type StructureHours = z.infer<typeof structureHours>;

/** The dates of the calendar, both included; without them, today and the thirteen days after it. */
const calendarDate = z.iso.date().refine((date) => date >= '2000' && date < '2101', rule('custom.hours.years'));
export const calendarQuery = z
  .strictObject({ from: calendarDate.optional(), to: calendarDate.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, { ...rule('custom.validation.period'), path: ['to'] });
export type CalendarQuery = z.infer<typeof calendarQuery>;

/** GET `holiday-calendars`: the countries whose holidays are known, with their regions. */
export const holidayCountries = z.object({
  countries: z.array(
    z.object({ country: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
  ),
});
export type HolidayCountries = z.infer<typeof holidayCountries>;

const holidayView = z.object({ holiday: z.string(), date: z.iso.date(), name: z.string() });
export type HolidayView = z.infer<typeof holidayView>;
/** GET `holiday-calendars/{country}`: the public holidays of a year, in the order of their dates. */
export const holidayYear = z.object({ holidays: z.array(holidayView) });
export const holidaysQuery = z.strictObject({
  region: z.string().min(1).max(16).optional(),
  /** Without it, the present one. */
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});
