import { z } from 'zod';
import { link, node, reference } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { flag, listQuery } from '../kit/listQuery.ts';
import { searchText } from '../kit/text.ts';
import type { Words } from '../kit/words.ts';
import { bakedProgram } from './bakes.ts';
import { faultCodes, faultTexts } from './faults.ts';

/** DAY-16: what the list of faults has: the faults that machines report, and their losses of connection (SCL-01). */
export const faultKinds = [...faultCodes, 'outage'] as const;
export type FaultKind = (typeof faultKinds)[number];

const outageWords: Words = { en: 'Connection lost', fr: 'Connexion perdue' };

/** The name of a kind, without its code. */
export function faultKindWords(kind: FaultKind): Words {
  return kind === 'outage' ? outageWords : faultTexts[kind].name;
}

/**
 * By the clock and the hours of each machine's structure: `lastNight` is the time at which it was closed that has most
 * of the hours of `nightClock`, or these hours where its opening hours are not known (a time
 * that reaches further than four days around it is cut); the others are whole days, the
 * last ones with today.
 */
export const faultPeriods = ['lastNight', 'yesterday', 'last7Days', 'last30Days'] as const;
export type FaultPeriod = (typeof faultPeriods)[number];

/** The night where no opening hours are known. */
export const nightClock = { from: '18:00', to: '06:00' } as const;

export const faultListLimits = {
  pageSize: 50,
  /** A list in the order of what was baking has this many of the newest faults only. */
  sortedByProgram: 10_000,
} as const;

/** A fault of one machine, or the loss of its connection. */
export const listedFault = z.object({
  ...node('Fault'),
  id: z.string(),
  kind: z.enum(faultKinds),
  machine: link('machines'),
  machineName: z.string(),
  serialNumber: z.string(),
  structure: link('structures').nullable(),
  structureName: z.string().nullable(),
  /** Of the machine; null: UTC. */
  timezone: z.string().nullable(),
  dateStart: instant,
  /** Null: not ended. */
  dateEnd: instant.nullable(),
  /** What the machine was baking when it began: null is nothing; `program` is null for baking by hand. */
  bake: z.object({ program: bakedProgram.nullable(), start: instant }).nullable(),
  /** How many other machines, of those that the reader sees, lost their connection in the same outage. */
  otherMachines: z.int(),
  /** The oven's clock was wrong: the dates are times of arrival at the server. */
  clockWrong: z.boolean(),
  /** Detected by the server, not reported by the oven. */
  byServer: z.boolean(),
});
export type ListedFault = z.infer<typeof listedFault>;

/**
 * Filters of GET `faults` and `faults.csv`. `structure` includes everything below it. A fault belongs to a period if it
 * lasted at some time of it; `period` and `from`, `to` (exclusive) apply together.
 */
export const faultListFilters = {
  /** As in the list of machines. */
  q: searchText(),
  kind: z.union([z.enum(faultKinds), z.array(z.enum(faultKinds)).max(faultKinds.length)]).optional(),
  machine: reference('machines').optional(),
  structure: reference('structures').optional(),
  open: flag.optional(),
  period: z.enum(faultPeriods).optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
};
export type FaultListFilters = z.output<z.ZodObject<typeof faultListFilters>>;

/** By `duration`, faults that have not ended are the longest; by `program`, see `faultListLimits`. */
export const faultOrders = [
  'dateStart',
  'dateEnd',
  'duration',
  'kind',
  'machineName',
  'structureName',
  'program',
] as const;
export type FaultOrder = (typeof faultOrders)[number];

/** GET `faults`, newest first by default. */
export const faultListQuery = listQuery({
  filters: faultListFilters,
  order: faultOrders,
  itemsPerPage: faultListLimits.pageSize,
});
export type FaultListPage = z.output<typeof faultListQuery>;
