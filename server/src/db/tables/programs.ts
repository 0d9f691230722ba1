import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: read as a value, written as text. */
export type Json<Value> = ColumnType<Value, string, string>;

export interface ProgramTables {
  programs: {
    id: string;
    organisationId: string;
    name: string;
    description: string | null;
    category: MachineCategoryCode;
    avatar: string | null;
    revision: number;
    /** The approved revision, which machines receive; null while none is approved. */
    approvedRevision: number | null;
    /** Generated: the newest revision is the approved one. */
    approved: ColumnType<boolean, never, never>;
    totalSeconds: number;
    phaseGroups: Json<PhaseGroup[]>;
    createdById: string | null;
    createdByName: string | null;
    /** The author of the newest revision, who sees it while it waits. */
    editedById: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
  programRevisions: {
    programId: string;
    revision: number;
    organisationId: string;
    name: string;
    category: MachineCategoryCode;
    phaseGroups: Json<PhaseGroup[]>;
    sha256: string;
    /** The author; null for revisions from before authors were stored. */
    createdById: string | null;
    createdByName: string | null;
    createdAt: Generated<Date>;
    /** The time of the last approval; null while it was never approved. */
    approvedAt: Date | null;
  };
  programTags: { programId: string; tagId: string; organisationId: string };
}
