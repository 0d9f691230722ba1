import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { columnsOf } from './columns.ts';

interface Asked {
  organisationId: string;
  programId: string;
  revision: number;
}

/** Names and hashes of these revisions, as far as the console knows them. */
export async function findRevisions(trx: Trx, revisions: readonly Asked[]) {
  const rows = revisions.length === 0 ? [] : await read(trx, revisions);
  const found = new Map(rows.map((row) => [`${row.programId} ${row.revision}`, row]));
  return { get: (programId: string, revision: number) => found.get(`${programId} ${revision}`) };
}

async function read(trx: Trx, revisions: readonly Asked[]) {
  const key = ({ programId, revision }: Asked) => `${programId} ${revision}`;
  const once = [...new Map(revisions.map((one) => [key(one), one])).values()];
  const asked = columnsOf(once, 'organisationId', 'programId', 'revision');
  const { rows } = await sql<{ programId: string; revision: number; name: string; sha256: string }>`
    select known."programId", known.revision, known.name, known.sha256 from "programRevisions" known
      join unnest(${asked.organisationId}::uuid[], ${asked.programId}::uuid[], ${asked.revision}::int[])
        as asked ("organisationId", "programId", revision) on asked."organisationId" = known."organisationId"
        and asked."programId" = known."programId" and asked.revision = known.revision
    where ${isOfOrganisations('known.organisationId', once)}`.execute(trx);
  return rows;
}
