import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: comes as a value, goes in as text. */
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
    /** What machines are given; null while nothing is approved. */
    approvedRevision: number | null;
    /** Generated: the newest revision is the approved one. */
    approved: ColumnType<boolean, never, never>;
    totalSeconds: number;
    phaseGroups: Json<PhaseGroup[]>;
    createdById: string | null;
    createdByName: string | null;
    /** Who wrote the newest revision: sees it while it waits. */
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
    /** Who wrote it; null for revisions from before this was kept. */
    createdById: string | null;
    createdByName: string | null;
    createdAt: Generated<Date>;
    /** When it was approved last; null while it never was. */
    approvedAt: Date | null;
  };
  programTags: { programId: string; tagId: string; organisationId: string };
}
