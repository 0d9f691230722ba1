import { setImmediate } from 'node:timers/promises';
import type { HistoryChange } from '@fournil/contract/history/historyEvent';
import type { HolidayCalendar } from '@fournil/contract/hours/hours';
import type { HoursFileRule } from '@fournil/contract/structures/hoursFileWords';
import { changesBetween } from '../../history/index.ts';
import { unknownPart } from '../../hours/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { hoursChanges } from '../ownHours.ts';
import { pathText } from './columns.ts';
import { type OwnValues, valuesAfter } from './ownValues.ts';
import type { FileLine, HoursFile, LineError } from './readHoursFile.ts';
import { type StructureWithHours, structuresWithHours } from './structuresWithHours.ts';

const linesPerTurn = 200;

interface ChangedStructure {
  line: FileLine;
  structure: StructureWithHours;
  after: OwnValues;
  changes: HistoryChange[];
}

export interface ImportPlan {
  changed: ChangedStructure[];
  unchanged: number;
  /** By line. */
  errors: LineError[];
}

/** HRS-01: what the file would change of the structures that the caller sees now. */
export async function planImport({ trx, caller }: CallContext, file: HoursFile): Promise<ImportPlan> {
  const find = finderIn(await structuresWithHours(trx, caller));
  const errors = [...file.errors];
  const changed: ChangedStructure[] = [];
  let unchanged = 0;
  for (const [index, line] of file.lines.entries()) {
    // Other calls are answered meanwhile.
    if (index % linesPerTurn === 0) await setImmediate();
    const structure = find(line);
    if ('key' in structure) {
      errors.push(structure);
      continue;
    }
    const { errors: broken, ...after } = valuesAfter(line, structure);
    errors.push(...broken);
    const changes = changesOf(structure, after);
    if (changes.length > 0) changed.push({ line, structure, after, changes });
    else unchanged += 1;
  }
  errors.push(...(await unknownPlaces(changed)));
  return { changed, unchanged, errors: errors.sort((a, b) => a.line - b.line) };
}

function changesOf(before: OwnValues, after: OwnValues): HistoryChange[] {
  return [
    ...changesBetween({ timezone: before.ownTimezone }, { timezone: after.ownTimezone }),
    ...hoursChanges(before.hours, after.hours),
  ];
}

/** Finds the structure of a line by its id, else by its whole path, else by its name; each of them once. */
function finderIn(structures: readonly StructureWithHours[]) {
  const byId = Map.groupBy(structures, ({ id }) => id);
  const byPath = Map.groupBy(structures, ({ path }) => pathText(path));
  const byName = Map.groupBy(structures, ({ name }) => name);
  const meantBy = (id: string, name: string) =>
    (id ? byId.get(id.toLowerCase()) : (byPath.get(name) ?? byName.get(name))) ?? [];
  const lineOf = new Map<string, number>();
  return (line: FileLine): StructureWithHours | LineError => {
    const { id = '', structure: name = '' } = line.cells;
    const [found, another] = meantBy(id, name);
    if (!found) return notFound(line, id || name ? 'custom.hours.unknownStructure' : 'ra.validation.required');
    if (another) return notFound(line, 'custom.hours.severalStructures');
    const first = lineOf.get(found.id);
    if (first !== undefined) return notFound(line, 'custom.hours.structureTwice', { line: first });
    lineOf.set(found.id, line.line);
    return found;
  };
}

function notFound({ line, cells }: FileLine, key: HoursFileRule, args: LineError['args'] = {}): LineError {
  const column = cells.id || cells.structure === undefined ? 'id' : 'structure';
  return { line, column, value: cells[column] ?? '', key, args };
}

async function unknownPlaces(changed: readonly ChangedStructure[]): Promise<LineError[]> {
  const errors: LineError[] = [];
  const parts = new Map<string, Awaited<ReturnType<typeof unknownPart>>>();
  for (const { line, structure, after } of changed) {
    const { holidays } = after.hours;
    if (!holidays || holidays === structure.hours.holidays) continue;
    const part = parts.get(placeKey(holidays)) ?? (await unknownPart(holidays));
    parts.set(placeKey(holidays), part);
    if (!part) continue;
    const key = part === 'country' ? 'custom.hours.unknownCountry' : 'custom.hours.unknownRegion';
    errors.push({ line: line.line, column: part, value: line.cells[part] ?? '', key, args: {} });
  }
  return errors;
}

function placeKey({ country, region }: HolidayCalendar): string {
  return `${country} ${region}`;
}
