import type { BinnedKind } from '@fournil/contract/recycle-bin/recycleBin';
import type { ColumnType } from 'kysely';

export interface RecycleBinTables {
  /** AUD-03: one entry for each deleted record; the record stays in its own row with `deletedAt`. */
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

/** The relations that a record lost with its deletion, for restoring it. */
export interface Kept {
  /** Of a program or a machine: its installations, with their positions. */
  installations?: InstalledProgram[];
  /** Of a machine: the programs that were deleted along with it. */
  programs?: string[];
  /** Of a structure: all structures deleted with it, itself first. */
  branch?: { id: string; name: string }[];
  /** Of a structure: its children that moved up, and where to. */
  children?: string[];
  movedTo?: string | null;
  /** Of a structure: where each machine of the branch was, and where it moved. */
  machines?: { id: string; structureId: string }[];
  machinesMovedTo?: string | null;
}

export interface InstalledProgram {
  machineId: string;
  programId: string;
}
