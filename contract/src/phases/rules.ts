import type { RuleKey } from '../kit/validation.ts';
import { limits, type PhaseGroupName } from './limits.ts';
import { type DamperPhase, type ProgramSettings, totalSeconds } from './settings.ts';

/** A broken phase rule: which group, which entry (null: the group itself), which criterion, which rule. */
export interface Fault {
  group: PhaseGroupName;
  index: number | null;
  criterion: 'temperature' | 'preheat' | 'duration' | 'start' | 'speed' | 'volume' | null;
  key: RuleKey;
  /** `min` and `max` in the unit that is stored (s, °C, %, cl). */
  args: Record<string, number>;
}

/** PHA-08: all rules about phases; the form, the API, the import and the machine's message use this function. */
export function faultsOf(settings: ProgramSettings): Fault[] {
  const total = totalSeconds(settings);
  return [
    ...heatFaults(settings, total),
    ...fanFaults(settings, total),
    ...steamFaults(settings, total),
    ...damperFaults(settings, total),
  ];
}

function heatFaults({ heat, preheatTemperatureCelsius }: ProgramSettings, total: number): Fault[] {
  const {
    minTemperatureCelsius: coldest,
    maxTemperatureCelsius: hottest,
    minDurationSeconds,
    maxDurationSeconds,
  } = limits.heat;
  return [
    ...countFault('heat', heat.length, limits.heat.minPhases),
    ...within('heat', null, 'preheat', preheatTemperatureCelsius, coldest, hottest),
    ...heat.flatMap((phase, index) => [
      ...within('heat', index, 'temperature', phase.temperatureCelsius, coldest, hottest),
      ...wholeWithin('heat', index, 'duration', phase.durationSeconds, minDurationSeconds, maxDurationSeconds),
    ]),
    ...(heat.length > 0 && total <= 0 ? [fault('heat', null, 'duration', 'custom.phases.total')] : []),
  ];
}

function fanFaults({ fan }: ProgramSettings, total: number): Fault[] {
  const earliest = earliestIndex(fan);
  return [
    ...countFault('fan', fan.length, 0),
    ...fan.flatMap((phase, index) => [
      ...wholeWithin('fan', index, 'start', phase.startSeconds, 0, lastStartSeconds(total)),
      ...fanSpeedFaults(index, phase.speedPercent),
      ...(index === earliest && phase.startSeconds > 0 ? [fault('fan', index, 'start', 'custom.phases.fanFirst')] : []),
    ]),
    ...sameStartFaults('fan', fan),
  ];
}

function fanSpeedFaults(index: number, speed: number): Fault[] {
  const { off, minSpeedPercent, maxSpeedPercent } = limits.fan;
  if (Number.isNaN(speed)) return [fault('fan', index, 'speed', 'custom.phases.required')];
  if (speed === off) return [];
  if (speed < minSpeedPercent || !Number.isInteger(speed))
    return [fault('fan', index, 'speed', 'custom.phases.fanSpeed')];
  return within('fan', index, 'speed', speed, minSpeedPercent, maxSpeedPercent);
}

function steamFaults({ steam }: ProgramSettings, total: number): Fault[] {
  const { minVolumeCentilitres, maxVolumeCentilitres } = limits.steam;
  return [
    ...countFault('steam', steam.length, 0),
    ...steam.flatMap((phase, index) => [
      ...wholeWithin('steam', index, 'start', phase.startSeconds, 0, lastStartSeconds(total)),
      ...within('steam', index, 'volume', phase.volumeCentilitres, minVolumeCentilitres, maxVolumeCentilitres),
    ]),
    ...sameStartFaults('steam', steam),
  ];
}

function damperFaults({ damper }: ProgramSettings, total: number): Fault[] {
  const { minStartSeconds, minDurationSeconds } = limits.damper;
  const tooClose = tooCloseIndexes(damper);
  return [
    ...countFault('damper', damper.length, 0),
    ...damper.flatMap((phase, index) => [
      ...wholeWithin(
        'damper',
        index,
        'start',
        phase.startSeconds,
        minStartSeconds,
        Math.max(minStartSeconds, lastStartSeconds(total)),
      ),
      ...wholeWithin(
        'damper',
        index,
        'duration',
        phase.durationSeconds,
        minDurationSeconds,
        Math.max(minDurationSeconds, total),
      ),
      ...(phase.startSeconds + phase.durationSeconds > total
        ? [fault('damper', index, 'duration', 'custom.phases.damperEnd')]
        : []),
      ...(tooClose.has(index) ? [fault('damper', index, 'start', 'custom.phases.damperGap')] : []),
    ]),
  ];
}

/** The latest time at which fan or steam may start, or a damper open: one minute before the end. */
export function lastStartSeconds(total: number): number {
  return Math.max(0, total - limits.beforeEndSeconds);
}

/** The entries (the later one of each pair) that overlap the previous one or leave less than a minute between. */
function tooCloseIndexes(damper: readonly DamperPhase[]): Set<number> {
  const byStart = damper.map((phase, index) => ({ ...phase, index })).sort((a, b) => a.startSeconds - b.startSeconds);
  const found = new Set<number>();
  for (const [at, phase] of byStart.entries()) {
    const before = byStart[at - 1];
    if (before && phase.startSeconds < before.startSeconds + before.durationSeconds + limits.damper.minGapSeconds)
      found.add(phase.index);
  }
  return found;
}

function earliestIndex(phases: readonly { startSeconds: number }[]): number {
  return phases.reduce(
    (best, phase, index) => (phase.startSeconds < (phases[best]?.startSeconds ?? 0) ? index : best),
    0,
  );
}

function sameStartFaults(group: PhaseGroupName, phases: readonly { startSeconds: number }[]): Fault[] {
  const seen = new Set<number>();
  return phases.flatMap((phase, index) => {
    if (seen.has(phase.startSeconds)) return [fault(group, index, 'start', 'custom.phases.sameStart')];
    seen.add(phase.startSeconds);
    return [];
  });
}

function countFault(group: PhaseGroupName, count: number, min: number): Fault[] {
  const max = limits.phasesPerGroup;
  return count < min || count > max ? [fault(group, null, null, 'custom.phases.count', { min, max })] : [];
}

function within(
  group: PhaseGroupName,
  index: number | null,
  criterion: Fault['criterion'],
  value: number,
  min: number,
  max: number,
): Fault[] {
  if (Number.isNaN(value)) return [fault(group, index, criterion, 'custom.phases.required')];
  return value < min || value > max ? [fault(group, index, criterion, 'custom.phases.limits', { min, max })] : [];
}

/** Times are stored in whole seconds. */
function wholeWithin(
  group: PhaseGroupName,
  index: number,
  criterion: Fault['criterion'],
  value: number,
  min: number,
  max: number,
): Fault[] {
  const faults = within(group, index, criterion, value, min, max);
  return faults.length === 0 && !Number.isInteger(value)
    ? [fault(group, index, criterion, 'custom.phases.limits', { min, max })]
    : faults;
}

function fault(
  group: PhaseGroupName,
  index: number | null,
  criterion: Fault['criterion'],
  key: RuleKey,
  args: Record<string, number> = {},
): Fault {
  return { group, index, criterion, key, args };
}

/** PHA-06: the entries that do not fit in a program of `total` seconds, by group and index. */
export interface CutOff {
  fan: number[];
  steam: number[];
  damper: number[];
}

export function cutOff(settings: ProgramSettings, total: number): CutOff {
  const starts = (phases: readonly { startSeconds: number }[]) =>
    phases.flatMap((phase, index) => (phase.startSeconds > lastStartSeconds(total) ? [index] : []));
  const damper = settings.damper.flatMap((phase, index) =>
    phase.startSeconds + phase.durationSeconds > total ? [index] : [],
  );
  return { fan: starts(settings.fan), steam: starts(settings.steam), damper };
}

export function isNothingCutOff(cut: CutOff): boolean {
  return cut.fan.length + cut.steam.length + cut.damper.length === 0;
}

/** The settings without the entries named in `cut`, after the person has confirmed it. */
export function withoutCutOff(settings: ProgramSettings, cut: CutOff): ProgramSettings {
  return {
    ...settings,
    fan: settings.fan.filter((_, index) => !cut.fan.includes(index)),
    steam: settings.steam.filter((_, index) => !cut.steam.includes(index)),
    damper: settings.damper.filter((_, index) => !cut.damper.includes(index)),
  };
}
