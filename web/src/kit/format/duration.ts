import { hourSeconds, minuteSeconds } from '@fournil/contract/kit/durations';

/** Keeps a number and its unit on one line. */
export const noBreak = '\u00a0';

/**
 * A duration to the second, the same in both languages: "45 s", "22 min", "3 min 30 s", "8 h", "4 h 05 min",
 * "1 h 02 min 30 s". Lines break between its parts only.
 */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole === 0) return `0${noBreak}min`;
  const hours = Math.floor(whole / hourSeconds);
  const minutes = Math.floor((whole % hourSeconds) / minuteSeconds);
  const rest = whole % minuteSeconds;
  const two = (value: number, isFirst: boolean) => (isFirst ? String(value) : String(value).padStart(2, '0'));
  const parts = hours > 0 ? [`${hours}${noBreak}h`] : [];
  if (minutes > 0 || (hours > 0 && rest > 0)) parts.push(`${two(minutes, parts.length === 0)}${noBreak}min`);
  if (rest > 0) parts.push(`${two(rest, parts.length === 0)}${noBreak}s`);
  return parts.join(' ');
}
