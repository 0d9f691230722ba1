import type { BinnedKind } from '@fournil/contract/recycle-bin/recycleBin';
import type { ColumnType } from 'kysely';

export interface RecycleBinTables {
  /** AUD-03: an entry for each thing that somebody deleted; the thing stays in its own row with `deletedAt`. */
  recycleBin: {
    id: string;
    organisationId: string;
    entity: BinnedKind;
    name: string;
    kept: ColumnType<Kept, string, never>;
    deletedById: string | null;
    deletedByName: string;
    deletedAt: Date;
  };
}

/** What hung on a thing and left it with the deletion, for whoever brings it back. */
export interface Kept {
  /** Of a program or a machine: which program stood on which machine, in its order. */
  installations?: Standing[];
  /** Of a machine: the programs that were deleted along with it. */
  programs?: string[];
  /** Of a structure: all that was deleted with it, itself first. */
  branch?: { id: string; name: string }[];
  /** Of a structure: what stood below it and moved up, and where. */
  children?: string[];
  movedTo?: string | null;
  /** Of a structure: where each machine of the branch stood, and where they went. */
  machines?: { id: string; structureId: string }[];
  machinesMovedTo?: string | null;
}

export interface Standing {
  machineId: string;
  programId: string;
}
