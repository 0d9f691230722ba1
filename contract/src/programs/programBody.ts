import { z } from 'zod';
import { largestInteger } from '../kit/integers.ts';
import { rule } from '../kit/validation.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { limits, phaseGroupNames } from '../phases/limits.ts';
import { type PhaseGroup, phaseGroup, phaseGroups } from '../phases/phaseGroups.ts';

/** The part of a program that an oven receives and over which its hash is computed. */
export const programBody = z.strictObject({
  id: z.uuid().describe('The program’s id.'),
  revision: z.int().min(1).max(largestInteger).describe('The number under which it was saved; not part of the hash.'),
  name: z.string().describe('The name on the machine’s screen.'),
  category: z.enum(machineCategoryCodes).describe('The kind of machine for which it is written.'),
  phaseGroups,
});
export type ProgramBody = z.infer<typeof programBody>;

/**
 * MNU-02: a body as somebody has left it at a machine. Whole, but not by the rules of programs: those are applied when
 * it is adopted, and until then it is shown as it is.
 */
export const changedBody = programBody.extend({
  phaseGroups: z
    .array(phaseGroup)
    .min(1)
    .max(phaseGroupNames.length)
    .refine(isWhole, rule('custom.phases.count', { min: 1, max: limits.phasesPerGroup }))
    .describe('The groups as they are at the machine: each at most once, and heat with a phase at least.'),
});

function isWhole(groups: readonly PhaseGroup[]): boolean {
  const names = new Set(groups.map(({ phaseGroupType }) => phaseGroupType));
  const heat = groups.find(({ phaseGroupType }) => phaseGroupType === 'heat');
  return names.size === groups.length && (heat?.phases.length ?? 0) > 0;
}

/**
 * The canonical text of a body, for SHA-256 on both ends: JSON without white space, keys in alphabetical order at
 * every depth. Without the revision, so that the same body under a new revision has the same hash.
 */
export function canonicalText(body: Omit<ProgramBody, 'revision'>): string {
  return JSON.stringify(
    { category: body.category, id: body.id, name: body.name, phaseGroups: body.phaseGroups },
    sortKeys,
  );
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
