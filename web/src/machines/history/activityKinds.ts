import { type ActivityType, activityTypes } from '@fournil/contract/machines/activities';
import type { IconName } from '../../kit/signs/Icon.tsx';

export const activityKinds = ['all', 'bakes', 'care', 'power'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The activities with a line of their own: starts (whose end is on the same line) and single events. */
export function typesOf(kind: ActivityKind): ActivityType[] {
  return activityTypes.filter((type) => !type.endsWith('End') && (kind === 'all' || kindOf(type) === kind));
}

function kindOf(type: ActivityType): ActivityKind {
  if (/^(Program|Manual|Preheat)/.test(type)) return 'bakes';
  return /^(Wash|Diagnostic)/.test(type) ? 'care' : 'power';
}

export function iconOf(type: ActivityType): IconName {
  if (type.startsWith('Program')) return 'programs';
  if (type.startsWith('Preheat')) return 'flame';
  if (type.startsWith('Wash')) return 'drop';
  if (type.startsWith('Diagnostic')) return 'gauge';
  if (type.startsWith('Manual')) return 'hand';
  return type.includes('Sleep') ? 'moon' : 'power';
}
