import type { Generated } from 'kysely';

export interface StructureTables {
  structures: {
    id: string;
    organisationId: string;
    parentId: string | null;
    name: string;
    userInChargeId: Generated<string | null>;
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
