import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { MissingReason } from '@fournil/contract/menus/holding';
import type { Season } from '@fournil/contract/menus/season';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './programs.ts';

/** MNU-01 */
export interface MenuTables {
  menus: {
    organisationId: string;
    id: string;
    name: string;
    note: string | null;
    category: MachineCategoryCode;
    /** The newest, with its content. */
    revision: number;
    programIds: string[];
    season: Json<Season> | null;
    additions: number | null;
    /** The revision that machines follow; null while none is approved. */
    approvedRevision: number | null;
    /** Generated: the newest revision is the approved one. */
    approved: ColumnType<boolean, never, never>;
    createdById: string | null;
    createdByName: string | null;
    /** The author of the newest revision, who sees it while it waits. */
    editedById: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
  menuRevisions: {
    organisationId: string;
    menuId: string;
    revision: number;
    programIds: string[];
    season: Json<Season> | null;
    additions: number | null;
    createdById: string | null;
    createdByName: string | null;
    createdAt: Generated<Date>;
    /** The time of the last approval; null while it was never approved. */
    approvedAt: Date | null;
  };
  /** To what a menu is given; one of the two. */
  menuPlaces: {
    organisationId: string;
    menuId: string;
    structureId: string | null;
    machineId: string | null;
    createdAt: Generated<Date>;
  };
  /** The menus that a machine follows, in the order of its list. */
  machineMenus: {
    organisationId: string;
    machineId: string;
    menuId: string;
    rank: number;
    /** Through which the menu reaches it; null where it is given to the machine itself. */
    structureId: string | null;
    /** False while its season is still to come. */
    isOn: boolean;
    /** MNU-03: that it follows; null when it was written before this was kept. */
    revision: number | null;
    missing: Json<{ programId: string; reason: MissingReason }[]>;
  };
  /** MNU-03: the revision that a machine follows in place of the approved one. */
  givenMenus: { organisationId: string; machineId: string; menuId: string; revision: number };
  /** When what a machine should hold is checked again. */
  menuChecks: {
    organisationId: string;
    machineId: string;
    dueAt: Date;
    /** The time of the last one: later than now when the clock was set back. */
    checkedAt: Date | null;
  };
}
