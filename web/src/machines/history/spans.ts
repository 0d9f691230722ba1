import { type MachineOccupation, occupationAfter } from '@fournil/contract/machines/activities';
import type { ActivityView } from '@fournil/contract/machines/machine';

/** A period in which the machine did one thing. */
export interface Span {
  occupation: MachineOccupation;
  from: number;
  to: number;
  program: ActivityView['program'];
  mode: string | null;
}

/** The periods of the given activities (oldest first); the last one lasts until `until`. */
export function spansOf(activities: readonly ActivityView[], until: number): Span[] {
  return activities.flatMap((activity, index) => {
    const from = Date.parse(activity.date);
    const next = activities[index + 1];
    const to = Math.min(next ? Date.parse(next.date) : until, until);
    const span = {
      occupation: occupationAfter(activity.type),
      from,
      to,
      program: activity.program,
      mode: activity.mode,
    };
    return to > from ? [span] : [];
  });
}

/** The part of each span that lies between two instants. */
export function clip(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .filter((span) => span.from < to && span.to > from)
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }));
}

export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + (span.to - span.from), 0) / 1000;
}

export interface ProgramUse {
  name: string;
  times: number;
  seconds: number;
}

/** The number and total duration of runs of each program, the most used first. */
export function programUse(spans: readonly Span[]): ProgramUse[] {
  const uses = new Map<string, ProgramUse>();
  for (const span of spans) {
    if (span.occupation !== 'program') continue;
    const name = span.program?.name ?? '–';
    const use = uses.get(name) ?? { name, times: 0, seconds: 0 };
    uses.set(name, { name, times: use.times + 1, seconds: use.seconds + (span.to - span.from) / 1000 });
  }
  return [...uses.values()].sort((a, b) => b.times - a.times || b.seconds - a.seconds);
}
