import { say, type Words } from '@fournil/contract/kit/words';
import type { BakeView } from '@fournil/contract/machines/bakes';
import type { Caller } from '../../kit/caller.ts';
import type { Cell } from '../../kit/http/csv.ts';
import { readerTimes } from '../../kit/readerZone.ts';
import { columnWords } from '../columnWords.ts';

const words = {
  ...columnWords,
  changed: { en: 'Changed on the oven', fr: 'Modifié sur le four' },
  software: { en: 'Oven’s software', fr: 'Logiciel du four' },
  ended: { en: 'Ended', fr: 'Fin de cuisson' },
  done: { en: 'completed', fr: 'terminée' },
  interrupted: { en: 'interrupted', fr: 'interrompue' },
  yes: { en: 'yes', fr: 'oui' },
  no: { en: 'no', fr: 'non' },
} as const satisfies Record<string, Words>;

/** MNU-04: bakes as a file in the reader's language; each line names its zone, because ovens may be in several. */
export function bakeColumns(reader: Caller) {
  const word = (name: keyof typeof words) => say(words[name], reader.language);
  const { zoneOf, local } = readerTimes(reader);
  return {
    head: [
      word('machine'),
      word('serial'),
      word('structure'),
      word('zone'),
      word('start'),
      word('end'),
      `${word('start')} (UTC, ISO 8601)`,
      word('program'),
      word('revision'),
      word('changed'),
      word('ended'),
      word('software'),
      word('hash'),
    ],
    cells: (bake: BakeView): Cell[] => [
      bake.machineName,
      bake.serialNumber,
      bake.structureName,
      zoneOf(bake),
      local(bake.start, bake),
      local(bake.end, bake),
      bake.start,
      bake.program.name,
      bake.program.revision,
      bake.program.changed === null ? null : word(bake.program.changed ? 'yes' : 'no'),
      bake.ended && word(bake.ended),
      bake.softwareVersion,
      bake.program.sha256,
    ],
  };
}

/** INT-06: the same for programs. */
export const bakeKeys = {
  head: [
    'machineId',
    'machine',
    'serialNumber',
    'structure',
    'start',
    'end',
    'programId',
    'program',
    'revision',
    'changed',
    'ended',
    'softwareVersion',
    'sha256',
  ],
  cells: (bake: BakeView): Cell[] => [
    bake.machine.slice(bake.machine.lastIndexOf('/') + 1),
    bake.machineName,
    bake.serialNumber,
    bake.structureName,
    bake.start,
    bake.end,
    bake.program.id,
    bake.program.name,
    bake.program.revision,
    bake.program.changed === null ? null : String(bake.program.changed),
    bake.ended,
    bake.softwareVersion,
    bake.program.sha256,
  ],
};
