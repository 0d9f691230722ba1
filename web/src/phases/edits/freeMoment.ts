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

/**
 * The start of an entry added after this one: in the middle of the free time after it, at a whole minute, or where that
 * has no room in the next free time that has, from there to the end and then from the beginning; null without any.
 */
export function freeMoment(
  settings: ProgramSettings,
  group: Exclude<PhaseGroupName, 'heat'>,
  index: number,
): number | null {
  const spans: { startSeconds: number; durationSeconds?: number }[] = settings[group];
  const fresh = freshEntry(group);
  const gap = group === 'damper' ? limits.damper.minGapSeconds : minuteSeconds;
  const needed = Number(fresh['durationSeconds'] ?? 0);
  const total = totalSeconds(settings);
  const momentAfter = (at: number): number | null => {
    const [before, next] = [spans[at], spans[at + 1]];
    const earliest = Number(fresh['startSeconds']);
    const from = before ? Math.max(earliest, before.startSeconds + (before.durationSeconds ?? 0) + gap) : earliest;
    const until = next ? next.startSeconds - gap - needed : Math.min(lastStartSeconds(total), total - needed);
    if (until < from) return null;
    // A damper opening starts at once, because its neighbours limit its duration; so does what is the first one.
    if (group === 'damper' || !before) return from;
    return Math.min(until, Math.max(from, Math.round((from + until) / 2 / minuteSeconds) * minuteSeconds));
  };
  const last = spans.length - 1;
  const places = Array.from({ length: spans.length + 1 }, (_, place) => place - 1);
  const here = Math.max(-1, Math.min(last, index));
  const inTurn = [...places.slice(here + 1), ...places.slice(0, here + 1)];
  return inTurn.map(momentAfter).find((moment) => moment !== null) ?? null;
}

/** Whether another entry has room in the program, at some place. */
export function hasRoom(settings: ProgramSettings, group: PhaseGroupName): boolean {
  return (
    settings[group].length < limits.phasesPerGroup && (group === 'heat' || freeMoment(settings, group, -1) !== null)
  );
}
