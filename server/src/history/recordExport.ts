import { organisationScope, staffScope } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import type { Services } from '../kit/services.ts';
import { type RecordedObject, record } from './record.ts';

/** The content of a file, as the record names it. */
export type Exported = 'activities' | 'errors' | 'bakes' | 'contents' | 'hours' | 'history' | 'everything';

/**
 * AUD-01: a person downloads data as a file; recorded before the first byte is sent. Of one record, or of an
 * organisation (null: the maker's download across organisations).
 */
export async function recordExport(
  services: Services,
  caller: Caller,
  what: Exported,
  of: RecordedObject | { organisationId: string | null },
): Promise<void> {
  const organisationId = 'entity' in of ? caller.organisationId : of.organisationId;
  const scope = organisationId === null ? staffScope : organisationScope(organisationId);
  await services.db.as(scope, async (trx) => {
    if ('entity' in of) return record(trx, caller, { type: 'export', origin: of, fields: [what] });
    const subject =
      organisationId === null
        ? null
        : await trx.selectFrom('organisations').select('name').where('id', '=', organisationId).executeTakeFirst();
    const origin = {
      entity: 'organisation',
      id: organisationId ?? caller.userId,
      name: subject?.name ?? caller.fullName,
    } as const;
    await record(trx, { ...caller, organisationId }, { type: 'export', origin, fields: [what] });
  });
}
