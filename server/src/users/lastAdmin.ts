import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { conflict } from '../kit/errors.ts';

const words = {
  clientAdmin: {
    en: 'An organisation keeps at least one active administrator.',
    fr: 'Une organisation garde au moins un administrateur actif.',
  },
  superAdmin: { en: 'At least one super administrator stays active.', fr: 'Au moins un super administrateur reste actif.' },
};

/**
 * F09, N10: an organisation, and the maker, are never without somebody who can administer them. One after the other: of two who
 * disable each other, the later one finds what the earlier one did.
 */
export async function keepOneAdmin(trx: Trx, leaving: { id: string; kind: string; organisationId: string | null }): Promise<void> {
  const { id, kind, organisationId } = leaving;
  if (kind !== 'clientAdmin' && kind !== 'superAdmin') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`administrators ${organisationId}`}, 0))`.execute(trx);
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('kind', '=', kind)
    .where('organisationId', organisationId === null ? 'is' : '=', organisationId)
    .where('active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) throw conflict(words[kind]);
}
