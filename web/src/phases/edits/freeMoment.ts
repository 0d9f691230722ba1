import { minuteSeconds } from '@fournil/contract/kit/durations';
import { limits, type PhaseGroupName } from '@fournil/contract/phases/limits';
import { lastStartSeconds } from '@fournil/contract/phases/rules';
import { type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';

/**
 * A new entry with the specified defaults (heat 0, fan 100), otherwise with the smallest value that the rules allow.
 */
export function freshEntry(group: PhaseGroupName): Record<string, number | boolean> {
  switch (group) {
    case 'heat':
      return { temperatureCelsius: 0, durationSeconds: minuteSeconds, notification: false };
    case 'fan':
      return { startSeconds: 0, speedPercent: limits.fan.maxSpeedPercent };
    case 'steam':
      return { startSeconds: 0, volumeCentilitres: limits.steam.minVolumeCentilitres };
    case 'damper':
      return { startSeconds: limits.damper.minStartSeconds, durationSeconds: limits.damper.minDurationSeconds };
  }
}

/** The start of an entry added after this one: in the middle of the free time after it, at a whole minute. */
export function freeMoment(settings: ProgramSettings, group: Exclude<PhaseGroupName, 'heat'>, index: number): number {
  const spans: { startSeconds: number; durationSeconds?: number }[] = settings[group];
  const fresh = freshEntry(group);
  const before = spans[index];
  const earliest = Number(fresh['startSeconds']);
  if (!before) return earliest;
  const gap = group === 'damper' ? limits.damper.minGapSeconds : minuteSeconds;
  const needed = Number(fresh['durationSeconds'] ?? 0);
  const from = Math.max(earliest, before.startSeconds + (before.durationSeconds ?? 0) + gap);
  const next = spans[index + 1];
  const until = next ? next.startSeconds - gap - needed : lastStartSeconds(totalSeconds(settings));
  if (until < from) return from;
  // A damper opening starts at once, because its neighbours limit its duration.
  return group === 'damper' ? from : Math.max(from, Math.round((from + until) / 2 / minuteSeconds) * minuteSeconds);
}
