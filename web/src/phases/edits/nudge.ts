import { minuteSeconds } from '@fournil/contract/kit/durations';
import { fromCelsius, type TemperatureUnit, toCelsius } from '@fournil/contract/kit/units';
import { limits, type PhaseGroupName, phaseGroupNames } from '@fournil/contract/phases/limits';
import { heatSpans, type ProgramSettings } from '@fournil/contract/phases/settings';
import { type Edit, type Place, preheatIndex, valueAt } from './edits.ts';
export const degreeStep: Record<TemperatureUnit, number> = { C: 5, F: 10 };
const speedStep = 5;

/** Shift + left or right: a minute less or more; for a step its duration, for other entries their start. */
export function nudgeTime(settings: ProgramSettings, at: Place, by: -1 | 1): Edit | null {
  if (at.group === 'heat')
    return at.index === preheatIndex
      ? null
      : nudged(settings, at, 'duration', by * minuteSeconds, 0, limits.heat.maxDurationSeconds);
  if (at.group === 'fan' && at.index === 0) return null;
  const earliest = at.group === 'damper' ? limits.damper.minStartSeconds : 0;
  return nudged(settings, at, 'start', by * minuteSeconds, earliest);
}

/** Shift + up or down: 5 °C or 10 °F, 5 %, 1 cl; for a damper opening its duration. */
export function nudgeLevel(settings: ProgramSettings, at: Place, by: -1 | 1, unit: TemperatureUnit): Edit | null {
  switch (at.group) {
    case 'heat':
      return nudgeTemperature(settings, at, by, unit);
    case 'fan':
      return { do: 'set', at, criterion: 'speed', value: nextSpeed(valueAt(settings, at, 'speed'), by) };
    case 'steam':
      return nudged(settings, at, 'volume', by, limits.steam.minVolumeCentilitres, limits.steam.maxVolumeCentilitres);
    case 'damper':
      return nudged(settings, at, 'duration', by * minuteSeconds, limits.damper.minDurationSeconds);
  }
}

function nudged(
  settings: ProgramSettings,
  at: Place,
  criterion: 'duration' | 'start' | 'volume',
  by: number,
  least: number,
  most = Infinity,
): Edit {
  return { do: 'set', at, criterion, value: Math.min(most, Math.max(least, valueAt(settings, at, criterion) + by)) };
}

function nudgeTemperature(settings: ProgramSettings, at: Place, by: -1 | 1, unit: TemperatureUnit): Edit {
  const step = degreeStep[unit];
  const now = fromCelsius(valueAt(settings, at, 'temperature'), unit);
  const next = by > 0 ? Math.floor(now / step) * step + step : Math.ceil(now / step) * step - step;
  return { do: 'set', at, criterion: 'temperature', value: withinHeat(toCelsius(next, unit)) };
}

export function withinHeat(celsius: number): number {
  return Math.min(limits.heat.maxTemperatureCelsius, Math.max(limits.heat.minTemperatureCelsius, celsius));
}

/** Allowed fan speeds: 0, and 30 to 100. */
export function nextSpeed(speed: number, by: -1 | 1): number {
  const { off, minSpeedPercent, maxSpeedPercent } = limits.fan;
  const next = speed + by * speedStep;
  if (by > 0) return Math.min(maxSpeedPercent, Math.max(minSpeedPercent, next));
  return next < minSpeedPercent ? off : next;
}

/** The allowed speed nearest to a dragged one. */
export function snapSpeed(percent: number): number {
  const { off, minSpeedPercent, maxSpeedPercent } = limits.fan;
  if (percent < minSpeedPercent / 2) return off;
  return Math.min(maxSpeedPercent, Math.max(minSpeedPercent, Math.round(percent / speedStep) * speedStep));
}

/** The start and end of an entry in seconds; they are equal for a steam injection. */
export function spanOf(
  settings: ProgramSettings,
  { group, index }: Place,
  total: number,
): { from: number; to: number } {
  if (group === 'heat') {
    const step = heatSpans(settings)[index];
    return { from: step?.fromSeconds ?? 0, to: step?.toSeconds ?? 0 };
  }
  const from = settings[group][index]?.startSeconds ?? 0;
  if (group === 'fan') return { from, to: settings.fan[index + 1]?.startSeconds ?? Math.max(from, total) };
  return { from, to: group === 'damper' ? from + (settings.damper[index]?.durationSeconds ?? 0) : from };
}

/** Up or down: the entry of the next lane with entries at this time, or nearest to it. */
export function inNextLane(settings: ProgramSettings, at: Place, by: -1 | 1, total: number): Place | null {
  const { from, to } = spanOf(settings, at, total);
  const moment = (from + to) / 2;
  const order = phaseGroupNames.indexOf(at.group);
  const lanes: PhaseGroupName[] = by > 0 ? phaseGroupNames.slice(order + 1) : phaseGroupNames.slice(0, order).reverse();
  const group = lanes[0];
  return group ? { group, index: nearest(settings, group, moment, total) } : null;
}

function nearest(settings: ProgramSettings, group: PhaseGroupName, moment: number, total: number): number {
  const distances = settings[group].map((_, index) => {
    const { from, to } = spanOf(settings, { group, index }, total);
    return moment >= from && moment < to ? 0 : Math.min(Math.abs(moment - from), Math.abs(moment - to));
  });
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
