import { z } from 'zod';
import { link } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { optionalText } from '../kit/text.ts';
import { sha256 } from '../machine-link/fields.ts';
import { phaseGroup } from '../phases/phaseGroups.ts';

/** MNU-02: what an organisation wants to happen to programs that are changed at its ovens. */
export const changePolicies = ['ask', 'ours', 'theirs'] as const;
export type ChangePolicy = (typeof changePolicies)[number];

export const differenceLimits = { listPageSize: 50, reason: 300 } as const;

/**
 * MNU-02: the change of a program at an oven, in an installation whose state is `changedOnMachine`. `phaseGroups` is
 * null where the oven has not sent the changed body, or one that breaks the protocol.
 */
export const changeAtOven = z.object({
  sha256: z.string(),
  /** The revision that was changed. */
  revision: z.int(),
  phaseGroups: z.array(phaseGroup).nullable(),
  /** The approved revision, with which it is compared. */
  approved: z.object({ revision: z.int(), phaseGroups: z.array(phaseGroup) }),
  /** A person, or the organisation's rule, has decided that the oven keeps it: until then, or for good (null). */
  kept: z.boolean(),
  keptUntil: instant.nullable(),
  /** The oven bakes: a decision takes effect when it has ended. */
  baking: z.boolean(),
});
export type ChangeAtOven = z.infer<typeof changeAtOven>;

/** The hash of the change that the person has seen: one made since then is not decided with it. */
const seenHash = sha256.optional();
const reason = optionalText(differenceLimits.reason);

/** POST `programMachines/{id}/restore`: ours back. */
export const restoreInput = z.strictObject({ sha256: seenHash, reason }).nullish();
/** POST `programMachines/{id}/keep`: theirs kept, until this moment or for good (null). */
export const keepInput = z
  .strictObject({ sha256: seenHash, until: instantInput.nullable(), reason })
  .meta({ examples: [{ until: '2026-12-24T23:00:00.000Z', reason: 'Stronger flour this month' }] });
/**
 * POST `programMachines/{id}/adopt`: theirs becomes the program's next revision; of an approver it is approved at once.
 */
export const adoptInput = z.strictObject({ sha256: seenHash, reason }).nullish();

/** What a person decides with: the change that they have seen, or when they have looked, and why. */
export interface Decision {
  sha256?: string | undefined;
  seenAt?: string | undefined;
  reason?: string | null | undefined;
}

/** The arguments of the bulk verbs: what was changed after `seenAt` is not decided, because nobody has seen it. */
const many = z.strictObject({ reason, seenAt: instantInput.optional() });
export const restoreMany = many;
export const adoptMany = many;
export const keepMany = many.extend({ until: instantInput.nullable() });

/** The revision that an adopted change has become. */
export const adoptedView = z.object({ program: link('programs'), revision: z.int(), approved: z.boolean() });
export type AdoptedView = z.infer<typeof adoptedView>;
