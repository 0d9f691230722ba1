import type { ProgramView } from '@fournil/contract/programs/program';
import type { ComparedSide, ProgramRevisionView } from '@fournil/contract/programs/revision';
import { useRead, useRecord } from '../../data/index.ts';
import { revisionReading } from '../revisions/revisionQueries.ts';

/** One side of a comparison: the program, and the revision that is compared. */
export interface Compared {
  program: ProgramView;
  /** The number of the revision that is compared. */
  revision: number;
  name: string;
  phaseGroups: ProgramView['phaseGroups'];
  /** Null for the current revision. */
  kept: ProgramRevisionView | null;
}

export function useSide(side: ComparedSide) {
  const present = useRecord<ProgramView>('programs', side.id);
  const kept = useRead({ ...revisionReading(side.id, side.revision ?? 0), enabled: side.revision !== null });
  const error = present.error ?? (side.revision === null ? null : kept.error);
  const retry = () => void Promise.all([present.refetch(), side.revision === null ? null : kept.refetch()]);
  return { compared: comparedOf(present.data, side, kept.data), error, retry };
}

function comparedOf(
  program: ProgramView | undefined,
  side: ComparedSide,
  revision: ProgramRevisionView | undefined,
): Compared | null {
  if (!program) return null;
  if (side.revision === null)
    return { program, revision: program.revision, name: program.name, phaseGroups: program.phaseGroups, kept: null };
  return revision
    ? { program, revision: revision.revision, name: revision.name, phaseGroups: revision.phaseGroups, kept: revision }
    : null;
}
