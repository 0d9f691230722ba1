import { z } from 'zod';
import { link, node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { phaseGroup } from '../phases/phaseGroups.ts';

/** One revision of a program: kept for ever, never changed. */
export const programRevisionView = z.object({
  ...node('ProgramRevision'),
  program: link('programs'),
  revision: z.int(),
  name: z.string(),
  category: z.enum(machineCategoryCodes),
  totalSeconds: z.int(),
  phaseGroups: z.array(phaseGroup),
  /** The author; null for revisions from before authors were stored, and for deleted accounts. */
  createdBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  /** The time of the last approval; null while it was never approved. */
  approvedAt: instant.nullable(),
  /** The revision that machines receive now. */
  isApproved: z.boolean(),
  /** The newest one. */
  isPresent: z.boolean(),
});
export type ProgramRevisionView = z.infer<typeof programRevisionView>;

/** One side of a comparison in an address: `ID`, or `ID@3` for a revision. */
export interface ComparedSide {
  id: string;
  /** Null for the present state of the program. */
  revision: number | null;
}

export function sideText({ id, revision }: ComparedSide): string {
  return revision === null ? id : `${id}@${revision}`;
}

/** Null where the text names no program. */
export function sideOf(text: string | null): ComparedSide | null {
  const match = /^([0-9a-f-]{36})(?:@([1-9]\d{0,8}))?$/i.exec(text ?? '');
  return match?.[1] ? { id: match[1], revision: match[2] ? Number(match[2]) : null } : null;
}
