import type { OwnHours } from '@fournil/contract/hours/hours';
import type { ColumnType, Generated } from 'kysely';

export interface StructureTables {
  structures: {
    id: string;
    organisationId: string;
    parentId: string | null;
    name: string;
    userInChargeId: Generated<string | null>;
    /** Null: that of the structure above. */
    ownTimezone: Generated<string | null>;
    /** The one that counts: its own or the nearest above it; null where there is none. */
    timezone: Generated<string | null>;
    hours: ColumnType<OwnHours, string | undefined, string>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
  structureUsers: { structureId: string; userId: string; organisationId: string };
  tagUsers: { tagId: string; userId: string; organisationId: string };
  tags: {
    id: string;
    organisationId: string;
    name: string;
    description: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
}
