import { limits, type PhaseGroupName } from '@fournil/contract/phases/limits';
import { defaultPreheatCelsius, type ProgramSettings } from '@fournil/contract/phases/settings';
import { freeMoment, freshEntry } from './freeMoment.ts';

/** The index of the preheat, which is not one of the steps. */
export const preheatIndex = -1;

/** One entry of one group. */
export interface Place {
  group: PhaseGroupName;
  index: number;
}
export type TimedGroup = Exclude<PhaseGroupName, 'heat'>;
export type Criterion = 'temperature' | 'duration' | 'start' | 'speed' | 'volume';

/** The edits of a program. Times in whole seconds, temperatures in °C. */
export type Edit =
  | { do: 'set'; at: Place; criterion: Criterion; value: number }
  | { do: 'span'; index: number; startSeconds: number; durationSeconds: number }
  | { do: 'ring'; index: number; notification: boolean }
  | { do: 'insert'; after: Place }
  | { do: 'insertAt'; group: TimedGroup; startSeconds: number }
  | { do: 'split'; index: number }
  | { do: 'reorder'; index: number; by: -1 | 1 }
  | { do: 'remove'; at: Place }
  | { do: 'paste'; at: Place; criteria: readonly Criterion[]; rows: readonly (readonly (number | null)[])[] };

export interface Outcome {
  settings: ProgramSettings;
  selection: Place;
}

type Entry = Record<string, number | boolean>;

const fields = {
  temperature: 'temperatureCelsius',
  duration: 'durationSeconds',
  start: 'startSeconds',
  speed: 'speedPercent',
  volume: 'volumeCentilitres',
} as const satisfies Record<Criterion, string>;

/** The settings after an edit, and the new selection; the same object when the edit changes nothing. */
export function applyEdit(settings: ProgramSettings, edit: Edit): Outcome {
  const outcome = editEntries(settings, edit);
  return { ...outcome, settings: followPreheat(settings, outcome.settings) };
}

function editEntries(settings: ProgramSettings, edit: Edit): Outcome {
  switch (edit.do) {
    case 'set':
      return set(settings, edit.at, edit.criterion, edit.value);
    case 'span': {
      const start = set(settings, { group: 'damper', index: edit.index }, 'start', edit.startSeconds);
      return set(start.settings, start.selection, 'duration', edit.durationSeconds);
    }
    case 'ring':
      return replaceEntry(settings, { group: 'heat', index: edit.index }, { notification: edit.notification });
    case 'insert':
      return insert(settings, edit.after);
    case 'insertAt':
      return add(settings, edit.group, { ...freshEntry(edit.group), startSeconds: wholeSeconds(edit.startSeconds) });
    case 'split':
      return split(settings, edit.index);
    case 'reorder':
      return reorder(settings, edit.index, edit.by);
    case 'remove':
      return remove(settings, edit.at);
    case 'paste':
      return paste(settings, edit.at, edit.criteria, edit.rows);
  }
}

/** The value of an entry; NaN when it does not exist. */
export function valueAt(settings: ProgramSettings, { group, index }: Place, criterion: Criterion): number {
  if (group === 'heat' && index === preheatIndex) return settings.preheatTemperatureCelsius;
  return Number(entriesOf(settings, group)[index]?.[fields[criterion]]);
}

function set(settings: ProgramSettings, at: Place, criterion: Criterion, value: number): Outcome {
  const stored = storable(criterion, value);
  const unchanged = { settings, selection: at };
  if (stored === null || stored === valueAt(settings, at, criterion)) return unchanged;
  if (at.group === 'heat' && at.index === preheatIndex)
    return { settings: { ...settings, preheatTemperatureCelsius: stored }, selection: at };
  return replaceEntry(settings, at, { [fields[criterion]]: stored });
}

/** A typed or dragged value rounded to one that can be stored; null for NaN and negative values. */
function storable(criterion: Criterion, value: number): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  if (criterion === 'temperature' || criterion === 'volume') return Math.round(value * 100) / 100;
  return Math.round(value);
}

function replaceEntry(settings: ProgramSettings, { group, index }: Place, part: Entry): Outcome {
  const entries = entriesOf(settings, group);
  const before = entries[index];
  if (!before) return { settings, selection: { group, index } };
  return placed(settings, group, entries.with(index, { ...before, ...part }), index);
}

function insert(settings: ProgramSettings, { group, index }: Place): Outcome {
  if (group !== 'heat') {
    const startSeconds = freeMoment(settings, group, index);
    if (startSeconds === null) return { settings, selection: { group, index } };
    return add(settings, group, { ...freshEntry(group), startSeconds });
  }
  if (settings.heat.length >= limits.phasesPerGroup) return { settings, selection: { group, index } };
  const at = Math.min(settings.heat.length, Math.max(0, index + 1));
  return placed(settings, 'heat', entriesOf(settings, 'heat').toSpliced(at, 0, freshEntry('heat')), at);
}

function add(settings: ProgramSettings, group: TimedGroup, entry: Entry): Outcome {
  const entries = entriesOf(settings, group);
  if (entries.length >= limits.phasesPerGroup) return { settings, selection: { group, index: entries.length - 1 } };
  return placed(settings, group, [...entries, entry], entries.length);
}

/** Two halves of one step, cut at a whole minute where there is one. */
function split(settings: ProgramSettings, index: number): Outcome {
  const step = settings.heat[index];
  const unchanged: Outcome = { settings, selection: { group: 'heat', index } };
  if (!step || step.durationSeconds < 2 || settings.heat.length >= limits.phasesPerGroup) return unchanged;
  const half = step.durationSeconds / 2;
  const first = step.durationSeconds >= 120 ? Math.round(half / 60) * 60 : Math.floor(half);
  const halves = [
    { ...step, durationSeconds: first, notification: false },
    { ...step, durationSeconds: step.durationSeconds - first },
  ];
  return {
    settings: { ...settings, heat: settings.heat.toSpliced(index, 1, ...halves) },
    selection: { group: 'heat', index: index + 1 },
  };
}

function reorder(settings: ProgramSettings, index: number, by: -1 | 1): Outcome {
  const step = settings.heat[index];
  const other = settings.heat[index + by];
  if (!step || !other) return { settings, selection: { group: 'heat', index } };
  return {
    settings: { ...settings, heat: settings.heat.with(index, other).with(index + by, step) },
    selection: { group: 'heat', index: index + by },
  };
}

function remove(settings: ProgramSettings, { group, index }: Place): Outcome {
  const entries = entriesOf(settings, group);
  const isLastStep = group === 'heat' && entries.length <= limits.heat.minPhases;
  if (!entries[index] || isLastStep) return { settings, selection: { group, index } };
  const left = entries.toSpliced(index, 1);
  // The first fan speed starts at 0: after the first one is removed, the next one gets its start.
  const first = left[0];
  if (group === 'fan' && index === 0 && first) left[0] = { ...first, startSeconds: 0 };
  return placed(settings, group, left, Math.max(0, Math.min(index, left.length - 1)));
}

/** Pastes columns of a spreadsheet from this cell on; further rows create entries, up to the limit. */
function paste(
  settings: ProgramSettings,
  at: Place,
  criteria: readonly Criterion[],
  rows: readonly (readonly (number | null)[])[],
): Outcome {
  const entries = [...entriesOf(settings, at.group)];
  const first = Math.min(Math.max(0, at.index), entries.length);
  for (const [offset, row] of rows.slice(0, limits.phasesPerGroup - first).entries()) {
    const index = first + offset;
    const part: Entry = {};
    for (const [column, value] of row.entries()) {
      const criterion = criteria[column];
      const stored = criterion && value !== null ? storable(criterion, value) : null;
      if (criterion && stored !== null) part[fields[criterion]] = stored;
    }
    entries[index] = {
      ...(entries[index] ?? { ...freshEntry(at.group), ...(at.group === 'heat' ? {} : { startSeconds: 0 }) }),
      ...part,
    };
  }
  return placed(settings, at.group, entries, first);
}

/** The settings with these entries, the timed ones in the order of time; the selection stays on the same entry. */
function placed(settings: ProgramSettings, group: PhaseGroupName, entries: readonly Entry[], index: number): Outcome {
  const chosen = entries[index];
  const sorted =
    group === 'heat' ? entries : [...entries].sort((a, b) => Number(a['startSeconds']) - Number(b['startSeconds']));
  const at = chosen ? sorted.indexOf(chosen) : 0;
  return { settings: { ...settings, [group]: sorted } as ProgramSettings, selection: { group, index: at } };
}

/** PHA-02: the preheat temperature follows the first step until a person has set another one. */
function followPreheat(before: ProgramSettings, after: ProgramSettings): ProgramSettings {
  const first = before.heat[0]?.temperatureCelsius ?? 0;
  const next = after.heat[0]?.temperatureCelsius ?? 0;
  const isDefault = before.preheatTemperatureCelsius === defaultPreheatCelsius(first);
  if (!isDefault || first === next || after.preheatTemperatureCelsius !== before.preheatTemperatureCelsius)
    return after;
  return { ...after, preheatTemperatureCelsius: defaultPreheatCelsius(next) };
}

function entriesOf(settings: ProgramSettings, group: PhaseGroupName): readonly Entry[] {
  return settings[group] as readonly unknown[] as readonly Entry[];
}

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
}
