import { fromCelsius, toCelsius } from '@fournil/contract/kit/units';
import { limits } from '@fournil/contract/phases/limits';
import { lastStartSeconds } from '@fournil/contract/phases/rules';
import { heatSpans, type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import type { Grab } from '../drawing/drawing.ts';
import type { Plot } from '../drawing/plot.ts';
import { type Edit, valueAt } from '../edits/edits.ts';
import { degreeStep, snapSpeed, withinHeat } from '../edits/nudge.ts';

/** The distance within which a dragged edge snaps to an edge of another lane, in pixels. */
const magnetPixels = 5;

export interface Pointer {
  x: number;
  y: number;
  /** Where it was pressed, for whole entries that are moved. */
  pressedX: number;
  pressedY: number;
  shift: boolean;
  alt: boolean;
}

/** The edit of a drag: in steps of a minute, of 15 s with Shift, without steps with Alt; 5 °C or 10 °F. */
export function editOfDrag(settings: ProgramSettings, grab: Grab, plot: Plot, pointer: Pointer): Edit | null {
  const { at, part } = grab;
  if (part === 'level') return levelEdit(settings, grab, plot, pointer);
  switch (at.group) {
    case 'heat':
      return heatEdgeEdit(settings, grab, plot, pointer);
    case 'damper':
      return damperEdit(settings, grab, plot, pointer);
    default:
      return startEdit(settings, grab, plot, pointer);
  }
}

function levelEdit(settings: ProgramSettings, { at }: Grab, plot: Plot, pointer: Pointer): Edit {
  if (at.group === 'fan') {
    const speedAt = (y: number) => snapSpeed(((plot.lanes.fan + plot.lane - y) / plot.lane) * 100);
    const isInPlace = speedAt(pointer.y) === speedAt(pointer.pressedY);
    const value = isInPlace ? valueAt(settings, at, 'speed') : speedAt(pointer.y);
    return { do: 'set', at, criterion: 'speed', value };
  }
  const step = pointer.alt ? 1 : degreeStep[plot.unit];
  const shownAt = (y: number) => Math.round(fromCelsius(plot.celsiusAt(y), plot.unit, 1) / step) * step;
  const isInPlace = shownAt(pointer.y) === shownAt(pointer.pressedY);
  const value = isInPlace ? valueAt(settings, at, 'temperature') : withinHeat(toCelsius(shownAt(pointer.y), plot.unit));
  return { do: 'set', at, criterion: 'temperature', value };
}

/** GEN-14: what is dropped where it was taken, or less than half a step beside it, keeps its times. */
function isInPlace(plot: Plot, pointer: Pointer): boolean {
  return Math.abs(secondsAt(plot, pointer.x) - secondsAt(plot, pointer.pressedX)) < gridOf(pointer) / 2;
}

/** Dragging an edge of a step changes a duration: its own, or that of the step before. */
function heatEdgeEdit(settings: ProgramSettings, { at, part }: Grab, plot: Plot, pointer: Pointer): Edit | null {
  const index = part === 'from' ? at.index - 1 : at.index;
  const step = heatSpans(settings)[index];
  if (!step) return null;
  if (isInPlace(plot, pointer))
    return { do: 'set', at: { group: 'heat', index }, criterion: 'duration', value: step.durationSeconds };
  const edge = snapped(secondsAt(plot, pointer.x), settings, plot, pointer);
  const duration = Math.min(limits.heat.maxDurationSeconds, Math.max(gridOf(pointer), edge - step.fromSeconds));
  return { do: 'set', at: { group: 'heat', index }, criterion: 'duration', value: duration };
}

/** Steam and fan: only the start can be dragged; the first speed starts at 0. */
function startEdit(settings: ProgramSettings, { at }: Grab, plot: Plot, pointer: Pointer): Edit | null {
  if (at.group === 'fan' && at.index === 0) return null;
  const phases: readonly { startSeconds: number }[] = settings[at.group === 'fan' ? 'fan' : 'steam'];
  const start = phases[at.index]?.startSeconds ?? 0;
  if (isInPlace(plot, pointer)) return { do: 'set', at, criterion: 'start', value: start };
  const wished = start + secondsAt(plot, pointer.x) - secondsAt(plot, pointer.pressedX);
  const value = Math.min(
    lastStartSeconds(totalSeconds(settings)),
    Math.max(0, snapped(wished, settings, plot, pointer)),
  );
  const isTaken = phases.some((phase, index) => index !== at.index && phase.startSeconds === value);
  return isTaken ? null : { do: 'set', at, criterion: 'start', value };
}

/** An opening keeps the gap to its neighbours that the rules require. */
function damperEdit(settings: ProgramSettings, { at, part }: Grab, plot: Plot, pointer: Pointer): Edit | null {
  const phase = settings.damper[at.index];
  if (!phase) return null;
  if (isInPlace(plot, pointer)) return { do: 'span', index: at.index, ...phase };
  const { minStartSeconds, minDurationSeconds, minGapSeconds } = limits.damper;
  const before = settings.damper[at.index - 1];
  const after = settings.damper[at.index + 1];
  const earliest = before ? before.startSeconds + before.durationSeconds + minGapSeconds : minStartSeconds;
  const latest = after
    ? after.startSeconds - minGapSeconds
    : Math.max(totalSeconds(settings), earliest + minDurationSeconds);
  const end = phase.startSeconds + phase.durationSeconds;
  const moved = secondsAt(plot, pointer.x) - secondsAt(plot, pointer.pressedX);
  const edge = (seconds: number) => snapped(seconds, settings, plot, pointer);
  if (part === 'to') {
    const to = Math.min(latest, Math.max(phase.startSeconds + minDurationSeconds, edge(end + moved)));
    return { do: 'span', index: at.index, startSeconds: phase.startSeconds, durationSeconds: to - phase.startSeconds };
  }
  if (part === 'from') {
    const from = Math.max(earliest, Math.min(end - minDurationSeconds, edge(phase.startSeconds + moved)));
    return { do: 'span', index: at.index, startSeconds: from, durationSeconds: end - from };
  }
  const from = Math.max(earliest, Math.min(latest - phase.durationSeconds, edge(phase.startSeconds + moved)));
  return { do: 'span', index: at.index, startSeconds: from, durationSeconds: phase.durationSeconds };
}

function secondsAt(plot: Plot, x: number): number {
  return plot.x.invert(x);
}

function gridOf({ shift, alt }: Pointer): number {
  if (alt) return 1;
  return shift ? 15 : 60;
}

/** Snaps to the edge of another entry if one is near, otherwise to the grid. */
function snapped(seconds: number, settings: ProgramSettings, plot: Plot, pointer: Pointer): number {
  const grid = gridOf(pointer);
  const onGrid = Math.max(0, Math.round(seconds / grid) * grid);
  if (pointer.alt) return onGrid;
  const reach = magnetPixels * (plot.domain / (plot.plotRight - plot.x(0)));
  const edges = [
    ...[...settings.fan, ...settings.steam, ...settings.damper].map((phase) => phase.startSeconds),
    ...settings.damper.map((phase) => phase.startSeconds + phase.durationSeconds),
  ];
  return edges.find((edge) => edge % grid !== 0 && Math.abs(edge - seconds) < reach) ?? onGrid;
}
