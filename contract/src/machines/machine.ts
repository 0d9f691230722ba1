import { z } from 'zod';
import { link, node, reference, references } from '../kit/hydra.ts';
import { instant, instantInput, timezone } from '../kit/instants.ts';
import { flag } from '../kit/listQuery.ts';
import { changedText, optionalText, requiredText, searchText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { modelCode } from '../models/modelCode.ts';
import { activityTypes, machineOccupations } from './activities.ts';
import { bakedProgram } from './bakes.ts';
import { machineCategoryCodes } from './catalogue.ts';
import { faultCodes } from './faults.ts';
import { machineCategory } from './machineCategory.ts';
import { pinLimits } from './pinLimits.ts';

/** MAC-01, MAC-02. */
export const machineLimits = {
  name: 255,
  description: 255,
  serialNumber: 64,
  listPageSize: 30,
  programsInList: 3,
} as const;

/** The PIN on the plate, or one that the oven generates for a pairing. */
export const freshPin = new RegExp(`^\\d{${pinLimits.plateDigits},${pinLimits.mostDigits}}$`);
const platePin = new RegExp(`^\\d{${pinLimits.plateDigits}}$`);
const pin = z.string().regex(platePin, { error: 'custom.validation.pin' });
const serialNumber = requiredText(machineLimits.serialNumber).refine(
  (text) => /^[\x21-\x7e]+$/.test(text),
  rule('custom.validation.serialNumber'),
);

const fields = z.strictObject({
  name: requiredText(machineLimits.name),
  description: optionalText(machineLimits.description),
  serialNumber,
  pin,
  category: machineCategory,
  model: modelCode.nullish(),
  structure: reference('structures').nullish(),
  /** Its own; null: that of its structure. Without it, a new machine gets its creator's where its structure has none. */
  timezone: timezone.nullish(),
});

/** POST `machines`. The PIN is write-only; the model must be one of the category. */
export const machineInput = fields.meta({
  examples: [{ name: 'Deck oven 1', serialNumber: 'DK-2041', pin: '4711', category: 'deck', timezone: 'Europe/Paris' }],
});
export type MachineInput = z.infer<typeof machineInput>;

/**
 * PUT `machines/{id}`: changes only the fields sent. The category cannot change; it may be sent as it is. Serial number
 * and PIN can change while the machine is not paired. `approved` and `active` need rights of their own; the rest needs
 * the right to edit.
 */
export const machineUpdate = z.strictObject({
  category: machineCategory.optional(),
  name: fields.shape.name.optional(),
  description: changedText(machineLimits.description),
  serialNumber: serialNumber.optional(),
  pin: pin.optional(),
  structure: fields.shape.structure,
  /** As in `machineInput`; the one that counts by inheritance is no change. */
  timezone: fields.shape.timezone,
  approved: z.boolean().optional(),
  active: z.boolean().optional(),
});
/**
 * POST `machines/{id}/connect`: the PIN that the oven displays for this pairing, where it displays one; the one on its
 * plate is accepted as well.
 */
export const connectInput = z
  .strictObject({ pin: z.string().regex(freshPin, { error: 'custom.validation.freshPin' }).optional() })
  .nullish();

export type MachineUpdate = z.infer<typeof machineUpdate>;

/** The occupation that the machine last reported. */
export const machineNow = z.object({
  occupation: z.enum(machineOccupations),
  /** The start of this occupation; null before the first report. */
  since: instant.nullable(),
  /** The time of the newest reading or event, by the machine's clock. */
  at: instant.nullable(),
  program: z
    .object({
      /** Null when the program is not in the console: deleted, or created on the oven. */
      id: z.string().nullable(),
      name: z.string(),
      /** From 1; 0 while unknown. */
      step: z.int(),
      stepCount: z.int(),
      elapsedSeconds: z.number(),
      totalSeconds: z.number(),
      /** The heat phases of the running program, for the progress strip: temperature and duration of each. */
      heat: z.array(z.object({ temperatureCelsius: z.number(), durationSeconds: z.number() })),
    })
    .nullable(),
  chamberTemperatureCelsius: z.number().nullable(),
  setTemperatureCelsius: z.number().nullable(),
  doorOpen: z.boolean().nullable(),
  mode: z.string().nullable(),
});
export type MachineNow = z.infer<typeof machineNow>;

export const machineView = z.object({
  ...node('Machine'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  serialNumber: z.string(),
  category: z.enum(machineCategoryCodes),
  model: z.string().nullable(),
  format: z.string().nullable(),
  type: z.string().nullable(),
  specifications: z
    .object({ capacity: z.string(), energyKilowatts: z.number(), steamTankCentilitres: z.int() })
    .nullable(),
  softwareVersion: z.string().nullable(),
  /** The one that counts: its own, else that of its structure; null, which counts as UTC, where there is none. */
  timezone: z.string().nullable(),
  ownTimezone: z.string().nullable(),
  /** The code of the maker's picture for it: the model's, else the category's; null when there is none. */
  avatar: z.string().nullable(),
  imageUrl: z.string().nullable(),
  structure: link('structures').nullable(),
  structureName: z.string().nullable(),
  active: z.boolean(),
  approved: z.boolean(),
  pairing: z.object({
    state: z.enum(['notPaired', 'windowOpen', 'paired']),
    openUntil: instant.nullable(),
    pairedAt: instant.nullable(),
    /** Restored while its serial number was paired in another organisation (AUD-03). */
    isLost: z.boolean(),
  }),
  connection: z.object({
    connected: z.boolean(),
    since: instant.nullable(),
    /** The time at which its credentials were last used from two addresses in turn; null after release. */
    twoPlacesAt: instant.nullable(),
  }),
  now: machineNow,
  /** The newest fault, ended or not. */
  lastError: z.object({ code: z.enum(faultCodes), dateStart: instant, dateEnd: instant.nullable() }).nullable(),
  openErrorCount: z.int(),
  /** The first three by position; `restricted` ones have no name (PRG-03). */
  programs: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), approved: z.boolean(), restricted: z.boolean() }),
  ),
  programCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
});
export type MachineView = z.infer<typeof machineView>;

/** `state` is the one state shown in lists: a fault has precedence over connected, and so on in this order. */
export const machineStates = ['failing', 'connected', 'away', 'notApproved', 'notPaired', 'inactive'] as const;
export type MachineState = (typeof machineStates)[number];

export function machineStateOf(
  machine: Pick<MachineView, 'active' | 'approved' | 'pairing' | 'connection' | 'openErrorCount'>,
): MachineState {
  if (!machine.active) return 'inactive';
  if (machine.pairing.state !== 'paired') return 'notPaired';
  if (!machine.approved) return 'notApproved';
  if (!machine.connection.connected) return 'away';
  return machine.openErrorCount > 0 ? 'failing' : 'connected';
}

/** Filters of machines. `structure` includes everything below it; `failing` and others are parts of `machineStateOf`. */
export const machineFilters = {
  q: searchText(),
  id: references('machines').optional(),
  category: z.union([z.enum(machineCategoryCodes), z.array(z.enum(machineCategoryCodes)).max(10)]).optional(),
  structure: reference('structures').optional(),
  approved: flag.optional(),
  active: flag.optional(),
  connected: flag.optional(),
  failing: flag.optional(),
  /** Had a fault that lasted at some time of this period, which may be open at one end: DAY-16 lists these faults. */
  faultsSince: instantInput.optional(),
  faultsUntil: instantInput.optional(),
  paired: flag.optional(),
  /** MAC-09: of its own or its structure. */
  hasTimezone: flag.optional(),
  programs: reference('programs').optional(),
  /** PRG-05: on which this program is not installed. */
  withoutProgram: reference('programs').optional(),
  /** MNU-01: that follow it, in or out of its season. */
  menu: reference('menus').optional(),
};

/** GET `machines/counts`, with the filters of the list: the numbers beside its title. */
export const machineCounts = z.object({
  total: z.int(),
  connected: z.int(),
  failing: z.int(),
  away: z.int(),
  notApproved: z.int(),
  notPaired: z.int(),
});
export type MachineCounts = z.infer<typeof machineCounts>;

/** Filters of GET `machines/{id}/activities` and `…/errors`. */
export const logFilters = { from: instantInput.optional(), to: instantInput.optional() };
export const activityFilters = {
  ...logFilters,
  type: z.union([z.enum(activityTypes), z.array(z.enum(activityTypes)).max(activityTypes.length)]).optional(),
  program: reference('programs').optional(),
};
export const errorFilters = { ...logFilters, open: flag.optional() };

/**
 * MAC-06, GET `machines/{id}/deletion`: the programs that `deletePrograms=1` would delete, as far as the reader may.
 */
export const machineDeletion = z.object({ programs: z.int(), names: z.array(z.string()) });
export type MachineDeletion = z.infer<typeof machineDeletion>;

export const activityView = z.object({
  ...node('Activity'),
  id: z.string(),
  type: z.enum(activityTypes),
  date: instant,
  program: bakedProgram.nullable(),
  /** MNU-04: of a program's start and end, the oven's software at that time; null where it is not known. */
  softwareVersion: z.string().nullable(),
  mode: z.string().nullable(),
  /**
   * For what has a start and an end: time and kind of its end. Null while it lasts, or when its end was not reported.
   */
  end: z.object({ date: instant, mode: z.string().nullable() }).nullable(),
  /** The oven's clock was wrong: the date is the time of arrival at the server. */
  clockWrong: z.boolean(),
});
export type ActivityView = z.infer<typeof activityView>;

export const faultView = z.object({
  ...node('MachineError'),
  id: z.string(),
  name: z.enum(faultCodes),
  dateStart: instant,
  /** Null: not ended. */
  dateEnd: instant.nullable(),
  /** The oven's clock was wrong: the dates are times of arrival at the server. */
  clockWrong: z.boolean(),
  /** Detected by the server, not reported by the oven. */
  byServer: z.boolean(),
});
export type FaultView = z.infer<typeof faultView>;

export const readingView = z.object({
  at: instant,
  /** Null while the machine could not measure it. */
  chamberTemperatureCelsius: z.number().nullable(),
  setTemperatureCelsius: z.number().nullable(),
});
export type ReadingView = z.infer<typeof readingView>;

export const categoryView = z.object({
  ...node('Category'),
  /** The same as `code`. */
  id: z.enum(machineCategoryCodes),
  code: z.enum(machineCategoryCodes),
  name: z.string(),
  description: z.string(),
});
export type CategoryView = z.infer<typeof categoryView>;
