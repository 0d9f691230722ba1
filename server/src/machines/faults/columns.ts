import { say, type Words } from '@fournil/contract/kit/words';
import { faultKindWords, type ListedFault } from '@fournil/contract/machines/faultList';
import type { Caller } from '../../kit/caller.ts';
import type { Cell } from '../../kit/http/csv.ts';
import { readerTimes } from '../../kit/readerZone.ts';
import { columnWords } from '../columnWords.ts';

const words = {
  ...columnWords,
  code: { en: 'Code', fr: 'Code' },
  fault: { en: 'Fault', fr: 'Défaut' },
  duration: { en: 'Duration (s)', fr: 'Durée (s)' },
  baking: { en: 'Being baked', fr: 'Cuisson en cours' },
  clock: { en: 'Oven’s clock', fr: 'Horloge du four' },
  clockWrong: { en: 'wrong: times of receipt', fr: 'fausse : heures de réception' },
  byHand: { en: 'manual baking', fr: 'cuisson manuelle' },
} as const satisfies Record<string, Words>;

const secondsOf = ({ dateStart, dateEnd }: ListedFault) =>
  dateEnd && Math.round((Date.parse(dateEnd) - Date.parse(dateStart)) / 1000);

/** DAY-16: faults as a file in the reader's language; each line names its zone, because ovens may be in several. */
export function faultColumns(reader: Caller) {
  const word = (name: keyof typeof words) => say(words[name], reader.language);
  const { zoneOf, local } = readerTimes(reader);
  return {
    head: [
      word('machine'),
      word('serial'),
      word('structure'),
      word('zone'),
      word('code'),
      word('fault'),
      word('start'),
      word('end'),
      `${word('start')} (UTC, ISO 8601)`,
      word('duration'),
      word('baking'),
      word('revision'),
      word('clock'),
    ],
    cells: (fault: ListedFault): Cell[] => [
      fault.machineName,
      fault.serialNumber,
      fault.structureName,
      zoneOf(fault),
      fault.kind === 'outage' ? null : fault.kind,
      say(faultKindWords(fault.kind), reader.language),
      local(fault.dateStart, fault),
      local(fault.dateEnd, fault),
      fault.dateStart,
      secondsOf(fault),
      fault.bake && (fault.bake.program?.name ?? word('byHand')),
      fault.bake?.program?.revision ?? null,
      fault.clockWrong ? word('clockWrong') : null,
    ],
  };
}

/** INT-06: the same for programs. */
export const faultKeys = {
  head: [
    'id',
    'machineId',
    'machine',
    'serialNumber',
    'structure',
    'kind',
    'dateStart',
    'dateEnd',
    'durationSeconds',
    'programId',
    'program',
    'revision',
    'otherMachines',
    'clockWrong',
    'byServer',
  ],
  cells: (fault: ListedFault): Cell[] => [
    fault.id,
    fault.machine.slice(fault.machine.lastIndexOf('/') + 1),
    fault.machineName,
    fault.serialNumber,
    fault.structureName,
    fault.kind,
    fault.dateStart,
    fault.dateEnd,
    secondsOf(fault),
    fault.bake?.program?.id ?? null,
    fault.bake?.program?.name ?? null,
    fault.bake?.program?.revision ?? null,
    fault.otherMachines,
    String(fault.clockWrong),
    String(fault.byServer),
  ],
};
