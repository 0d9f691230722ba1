import type { RuleKey } from '../kit/validation.ts';
import { limits, type PhaseGroupName } from './limits.ts';
import { type DamperPhase, type ProgramSettings, totalSeconds } from './settings.ts';

/** A broken phase rule: which group, which entry (null: the group itself), which criterion, which rule. */
export interface PhaseViolation {
  group: PhaseGroupName;
  index: number | null;
  criterion: 'temperature' | 'preheat' | 'duration' | 'start' | 'speed' | 'volume' | null;
  key: RuleKey;
  /** `min` and `max` in the unit that is stored (s, °C, %, cl). */
  args: Record<string, number>;
}

/** PHA-08: all rules about phases; the form, the API, the import and the machine's message use this function. */
export function phaseViolationsOf(settings: ProgramSettings): PhaseViolation[] {
  const total = totalSeconds(settings);
  return [
    ...heatViolations(settings, total),
    ...fanViolations(settings, total),
    ...steamViolations(settings, total),
    ...damperViolations(settings, total),
  ];
}

function heatViolations({ heat, preheatTemperatureCelsius }: ProgramSettings, total: number): PhaseViolation[] {
  const {
    minTemperatureCelsius: coldest,
    maxTemperatureCelsius: hottest,
    minDurationSeconds,
    maxDurationSeconds,
  } = limits.heat;
  return [
    ...countViolation('heat', heat.length, limits.heat.minPhases),
    ...within('heat', null, 'preheat', preheatTemperatureCelsius, coldest, hottest),
    ...heat.flatMap((phase, index) => [
      ...within('heat', index, 'temperature', phase.temperatureCelsius, coldest, hottest),
      ...wholeWithin('heat', index, 'duration', phase.durationSeconds, minDurationSeconds, maxDurationSeconds),
    ]),
    ...(heat.length > 0 && total <= 0 ? [violation('heat', null, 'duration', 'custom.phases.total')] : []),
  ];
}

function fanViolations({ fan }: ProgramSettings, total: number): PhaseViolation[] {
  const earliest = earliestIndex(fan);
  return [
    ...countViolation('fan', fan.length, 0),
    ...fan.flatMap((phase, index) => [
      ...wholeWithin('fan', index, 'start', phase.startSeconds, 0, lastStartSeconds(total)),
      ...fanSpeedViolations(index, phase.speedPercent),
      ...(index === earliest && phase.startSeconds > 0
        ? [violation('fan', index, 'start', 'custom.phases.fanFirst')]
        : []),
    ]),
    ...sameStartViolations('fan', fan),
  ];
}

function fanSpeedViolations(index: number, speed: number): PhaseViolation[] {
  const { off, minSpeedPercent, maxSpeedPercent } = limits.fan;
  if (Number.isNaN(speed)) return [violation('fan', index, 'speed', 'custom.phases.required')];
  if (speed === off) return [];
  if (speed < minSpeedPercent || !Number.isInteger(speed))
    return [violation('fan', index, 'speed', 'custom.phases.fanSpeed', { min: minSpeedPercent, max: maxSpeedPercent })];
  return within('fan', index, 'speed', speed, minSpeedPercent, maxSpeedPercent);
}

function steamViolations({ steam }: ProgramSettings, total: number): PhaseViolation[] {
  const { minVolumeCentilitres, maxVolumeCentilitres } = limits.steam;
  return [
    ...countViolation('steam', steam.length, 0),
    ...steam.flatMap((phase, index) => [
      ...wholeWithin('steam', index, 'start', phase.startSeconds, 0, lastStartSeconds(total)),
      ...within('steam', index, 'volume', phase.volumeCentilitres, minVolumeCentilitres, maxVolumeCentilitres),
    ]),
    ...sameStartViolations('steam', steam),
  ];
}

function damperViolations({ damper }: ProgramSettings, total: number): PhaseViolation[] {
  const { minStartSeconds, minDurationSeconds } = limits.damper;
  const tooClose = tooCloseIndexes(damper);
  return [
    ...countViolation('damper', damper.length, 0),
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
        ? [violation('damper', index, 'duration', 'custom.phases.damperEnd')]
        : []),
      ...(tooClose.has(index) ? [violation('damper', index, 'start', 'custom.phases.damperGap')] : []),
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
  const indexes = new Set<number>();
  for (const [at, phase] of byStart.entries()) {
    const before = byStart[at - 1];
    if (before && phase.startSeconds < before.startSeconds + before.durationSeconds + limits.damper.minGapSeconds)
      indexes.add(phase.index);
  }
  return indexes;
}

function earliestIndex(phases: readonly { startSeconds: number }[]): number {
  return phases.reduce(
    (best, phase, index) => (phase.startSeconds < (phases[best]?.startSeconds ?? 0) ? index : best),
    0,
  );
}

function sameStartViolations(group: PhaseGroupName, phases: readonly { startSeconds: number }[]): PhaseViolation[] {
  const seen = new Set<number>();
  return phases.flatMap((phase, index) => {
    if (seen.has(phase.startSeconds)) return [violation(group, index, 'start', 'custom.phases.sameStart')];
    seen.add(phase.startSeconds);
    return [];
  });
}

function countViolation(group: PhaseGroupName, count: number, min: number): PhaseViolation[] {
  const max = limits.phasesPerGroup;
  return count < min || count > max ? [violation(group, null, null, 'custom.phases.count', { min, max })] : [];
}

function within(
  group: PhaseGroupName,
  index: number | null,
  criterion: PhaseViolation['criterion'],
  value: number,
  min: number,
  max: number,
): PhaseViolation[] {
  if (Number.isNaN(value)) return [violation(group, index, criterion, 'custom.phases.required')];
  return value < min || value > max ? [violation(group, index, criterion, 'custom.phases.limits', { min, max })] : [];
}

/** Times are stored in whole seconds. */
function wholeWithin(
  group: PhaseGroupName,
  index: number,
  criterion: PhaseViolation['criterion'],
  value: number,
  min: number,
  max: number,
): PhaseViolation[] {
  const violations = within(group, index, criterion, value, min, max);
  return violations.length === 0 && !Number.isInteger(value)
    ? [violation(group, index, criterion, 'custom.phases.limits', { min, max })]
    : violations;
}

function violation(
  group: PhaseGroupName,
  index: number | null,
  criterion: PhaseViolation['criterion'],
  key: RuleKey,
  args: Record<string, number> = {},
): PhaseViolation {
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
