import { fromCelsius } from '@fournil/contract/kit/units';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import { dateDisplay, wallTime } from '@fournil/contract/kit/zones';
import { type ActivityType, activityWords, washModes, washWords } from '@fournil/contract/machines/activities';
import { type FaultCode, faultTexts } from '@fournil/contract/machines/faults';
import type { Caller } from '../../kit/caller.ts';
import type { Cell } from '../../kit/http/csv.ts';
import { readerZone } from '../../kit/readerZone.ts';
import { columnWords } from '../columnWords.ts';

/** The machine of a line. */
export interface ExtractedMachine {
  id: string;
  name: string;
  serialNumber: string;
  timezone: string | null;
}

interface ExtractedActivity {
  at: Date;
  type: ActivityType;
  programName: string | null;
  mode: string | null;
  saidAt: string | null;
}

interface ExtractedError {
  code: FaultCode;
  at: Date;
  dateEnd: Date | null;
  saidAt: string | null;
}

const words = {
  ...columnWords,
  date: { en: 'Date', fr: 'Date' },
  ownZone: { en: 'the machine’s timezone', fr: 'fuseau de la machine' },
  event: { en: 'Event', fr: 'Événement' },
  target: { en: 'Preheat temperature', fr: 'Température de préchauffage' },
  code: { en: 'Code', fr: 'Code' },
  error: { en: 'Fault', fr: 'Défaut' },
  minutes: { en: 'Duration (min)', fr: 'Durée (min)' },
  resolved: { en: 'resolved', fr: 'résolu' },
  notResolved: { en: 'not resolved', fr: 'non résolu' },
  done: { en: 'completed', fr: 'terminé' },
  saidAt: { en: 'Oven’s clock, where it was wrong', fr: 'Horloge du four, quand elle était fausse' },
  interrupted: { en: 'interrupted', fr: 'interrompu' },
} as const satisfies Record<string, Words>;

/** The reader's format of a file: language, zone (GEN-07) and unit of temperature (GEN-08). */
export function extractColumns(reader: Caller, machine: ExtractedMachine | null) {
  const { language } = reader;
  // A file of many machines may have several zones, so each line names its own.
  const eachItsOwn = machine === null && reader.dateDisplay === dateDisplay.machine;
  const zoneOf = (of: ExtractedMachine) => readerZone(reader, of);
  const word = (name: keyof typeof words) => say(words[name], language);
  const zoneName = eachItsOwn ? word('ownZone') : readerZone(reader, machine ?? undefined);
  const dated = (name: 'date' | 'start' | 'end') => `${word(name)} (${zoneName})`;
  const shared = [word('machine'), word('serial'), ...(eachItsOwn ? [word('zone')] : [])];
  const sharedCells = (of: ExtractedMachine): Cell[] => [of.name, of.serialNumber, ...(eachItsOwn ? [zoneOf(of)] : [])];
  const local = (at: Date, of: ExtractedMachine) => wallTime(at.getTime(), zoneOf(of));
  return {
    activities: {
      head: [
        ...shared,
        dated('date'),
        `${word('date')} (UTC, ISO 8601)`,
        word('event'),
        word('program'),
        word('detail'),
        `${word('target')} (°${reader.temperatureUnit})`,
        word('saidAt'),
      ],
      cells: (of: ExtractedMachine, { at, type, programName, mode, saidAt }: ExtractedActivity): Cell[] => [
        ...sharedCells(of),
        local(at, of),
        at.toISOString(),
        say(activityWords[type], language),
        programName,
        detailOf(type, mode, language),
        type.startsWith('Preheat') && isNumber(mode) ? fromCelsius(Number(mode), reader.temperatureUnit) : null,
        saidAt,
      ],
    },
    errors: {
      head: [
        ...shared,
        word('code'),
        word('error'),
        dated('start'),
        dated('end'),
        `${word('start')} (UTC, ISO 8601)`,
        word('minutes'),
        word('state'),
        word('saidAt'),
      ],
      cells: (of: ExtractedMachine, { code, at, dateEnd, saidAt }: ExtractedError): Cell[] => [
        ...sharedCells(of),
        code,
        say(faultTexts[code].name, language),
        local(at, of),
        dateEnd && local(dateEnd, of),
        at.toISOString(),
        dateEnd && Math.round((dateEnd.getTime() - at.getTime()) / 6000) / 10,
        word(dateEnd ? 'resolved' : 'notResolved'),
        saidAt,
      ],
    },
  };
}

/** INT-06: the same for programs; the machine's id and the duration in seconds are told as well. */
export const extractKeys = {
  activities: {
    head: ['machineId', 'machine', 'serialNumber', 'at', 'type', 'program', 'mode', 'saidAt'],
    cells: (of: ExtractedMachine, { at, type, programName, mode, saidAt }: ExtractedActivity): Cell[] => [
      of.id,
      of.name,
      of.serialNumber,
      at.toISOString(),
      type,
      programName,
      mode,
      saidAt,
    ],
  },
  errors: {
    head: ['machineId', 'machine', 'serialNumber', 'code', 'dateStart', 'dateEnd', 'durationSeconds', 'saidAt'],
    cells: (of: ExtractedMachine, { code, at, dateEnd, saidAt }: ExtractedError): Cell[] => [
      of.id,
      of.name,
      of.serialNumber,
      code,
      at.toISOString(),
      dateEnd?.toISOString() ?? null,
      dateEnd && Math.round((dateEnd.getTime() - at.getTime()) / 1000),
      saidAt,
    ],
  },
};

function isNumber(mode: string | null): boolean {
  return mode !== null && /^-?\d+(\.\d+)?$/.test(mode);
}

/** The details of a line: how a program ended, which kind of wash; the target of a preheat has a column of its own. */
function detailOf(type: ActivityType, mode: string | null, language: Language): string | null {
  if (mode === null || (type.startsWith('Preheat') && isNumber(mode))) return null;
  const wash = washModes.find((one) => one === mode);
  if (wash) return say(washWords[wash], language);
  return mode === 'done' || mode === 'interrupted' ? say(words[mode], language) : mode;
}
