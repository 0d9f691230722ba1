import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { phaseGroup } from '../phases/phaseGroups.ts';

/** Revisions on one page of their list. */
export const revisionLimits = { listPageSize: 10 } as const;

/** What a program was under one number: kept for ever, never changed. */
export const programRevisionView = z.object({
  '@id': z.string(),
  '@type': z.literal('ProgramRevision'),
  program: z.string(),
  revision: z.int(),
  name: z.string(),
  category: z.enum(machineCategoryCodes),
  totalSeconds: z.int(),
  phaseGroups: z.array(phaseGroup),
  /** Who wrote it; null for revisions from before this was kept, and for people who have left. */
  createdBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  /** When it was approved last; null while it never was. */
  approvedAt: instant.nullable(),
  /** The revision that machines are given now. */
  isApproved: z.boolean(),
  /** The newest one. */
  isPresent: z.boolean(),
});
export type ProgramRevisionView = z.infer<typeof programRevisionView>;

/** One side of a comparison as an address spells it: `ID`, or `ID@3` for a revision. */
export interface ComparedSide {
  id: string;
  /** Null for the program as it is now. */
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
