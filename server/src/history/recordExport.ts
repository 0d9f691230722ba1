import { organisationScope, staffScope } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { record, type Thing } from './record.ts';

/** What a file holds, as the record names it. */
export type Exported = 'activities' | 'errors' | 'history' | 'everything';

/**
 * AUD-01: somebody takes data out as a file; written before the first byte leaves. Of one thing, or of an organisation
 * (null: the maker's reading of all of them).
 */
export async function recordExport(
  house: House,
  caller: Caller,
  what: Exported,
  of: Thing | { organisationId: string | null },
): Promise<void> {
  const organisationId = 'entity' in of ? caller.organisationId : of.organisationId;
  const scope = organisationId === null ? staffScope : organisationScope(organisationId);
  await house.db.as(scope, async (trx) => {
    if ('entity' in of) return record(trx, caller, { type: 'export', origin: of, fields: [what] });
    const found =
      organisationId === null
        ? null
        : await trx.selectFrom('organisations').select('name').where('id', '=', organisationId).executeTakeFirst();
    const origin = {
      entity: 'organisation',
      id: organisationId ?? caller.userId,
      name: found?.name ?? caller.fullName,
    } as const;
    await record(trx, { ...caller, organisationId }, { type: 'export', origin, fields: [what] });
  });
}
