import type { OwnHours } from '@fournil/contract/hours/hours';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { withStructureTree } from '../../db/structureTree.ts';
import type { Member } from '../../kit/caller.ts';
import { visibleStructures } from '../../rights/index.ts';
import { byPath } from '../queries.ts';

export interface StructureWithHours {
  id: string;
  name: string;
  /** The names from the top to it, as far as the member sees them. */
  path: string[];
  ownTimezone: string | null;
  hours: OwnHours;
}

/** HRS-01: the structures that the member sees, depth first, with what they have of their own. */
export async function structuresWithHours(trx: Trx, member: Member): Promise<StructureWithHours[]> {
  const { rows } = await sql<StructureWithHours>`
    ${withStructureTree(visibleStructures(member))}
    select tree.id, tree.name, tree.path, structures."ownTimezone", structures.hours
    from tree join structures on structures.id = tree.id and structures."organisationId" = ${member.organisationId}
    order by ${byPath}, tree.id`.execute(trx);
  return rows;
}
