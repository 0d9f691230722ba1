import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import { newId } from '../kit/ids.ts';

/** A site or sector under `parentId`, or at the top. */
export async function createStructure(trx: Trx, member: Member, name: string, parentId: string | null): Promise<string> {
  const id = newId();
  await trx.insertInto('structures').values({ id, organisationId: member.organisationId, parentId, name }).execute();
  await record(trx, member, { type: 'creation', origin: { entity: 'structure', id, name } });
  return id;
}
