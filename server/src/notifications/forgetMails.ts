import { sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../db/database.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';

/**
 * AUD-01: deletes the mails that were written to a person whose account is deleted, and those that were sent to others
 * and name them. May run twice.
 */
export async function forgetMails(services: Services, person: Catalogue['person.forgotten']): Promise<void> {
  await services.db.as(gateScope, (trx) => deleteMails(trx, person));
  for (const id of person.organisationIds)
    await services.db.as(organisationScope(id), (trx) => deleteMails(trx, person));
}

async function deleteMails(trx: Trx, { userId, names }: Catalogue['person.forgotten']): Promise<void> {
  await sql`delete from mails where position(${userId} in reason) > 0 or "toName" = any(${names}::text[])
    or (coalesce("sentAt", "failedAt") is not null
      and exists (select from unnest(${names}::text[]) as name where position(name in text) > 0))`.execute(trx);
}
