import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface MachineContentsTables {
  /** MNU-04: lists of programs that machines hold, each once for its organisation, by its hash. */
  heldLists: { organisationId: string; sha256: string; programs: Json<ListedProgram[]>; createdAt: Generated<Date> };
  /** MNU-04: what a machine held from `at`, by its reports; `confirmedAt` is the last report that said the same. */
  machineContents: {
    organisationId: string;
    machineId: string;
    at: Date;
    confirmedAt: Date;
    softwareVersion: string | null;
    listSha256: string;
  };
  /** MNU-02: bodies of programs as machines reported them after a change there, each once for its organisation. */
  changedBodies: {
    organisationId: string;
    sha256: string;
    programId: string;
    name: string;
    phaseGroups: Json<PhaseGroup[]>;
    createdAt: Generated<Date>;
  };
}

/** A program of such a list, with the name of its revision; null where the console does not know it. */
export type ListedProgram = HeldProgram & { name: string | null };
