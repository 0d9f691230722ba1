import { iri } from '@fournil/contract/kit/addresses';
import { reasonText } from '@fournil/contract/machine-link/reasons';
import type { ContentsProgram, ContentsView } from '@fournil/contract/machines/contents';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { ListedProgram } from '../../db/tables/machineContents.ts';
import type { Member } from '../../kit/caller.ts';

/** MNU-04: what a machine held at a moment, by its reports. The caller has checked that the reader sees the machine. */
export async function findContents(trx: Trx, member: Member, machineId: string, at: Date): Promise<ContentsView> {
  const { organisationId } = member;
  const ofMachine = sql`"organisationId" = ${organisationId} and "machineId" = ${machineId}`;
  const [{ rows: pageRows }, { rows: next }] = await Promise.all([
    sql<Row>`select at, "confirmedAt", "softwareVersion", list.programs,
        lag(at) over (order by at) as "previousAt", array(select id from programs
          where programs."organisationId" = ${organisationId} and programs.id in (
            select (held ->> 'id')::uuid from jsonb_array_elements(list.programs) as held)) as known
      from (select * from "machineContents" where ${ofMachine} and at <= ${at} order by at desc limit 2) as contents
      join "heldLists" list on list."organisationId" = ${organisationId} and list.sha256 = contents."listSha256"
      order by at desc limit 1`.execute(trx),
    sql<{ at: Date }>`select at from "machineContents" where ${ofMachine} and at > ${at}
      order by at limit 1`.execute(trx),
  ]);
  const [row] = pageRows;
  return {
    '@id': `${iri('machines', machineId)}/contents`,
    '@type': 'Contents',
    at: at.toISOString(),
    reportedAt: row?.at.toISOString() ?? null,
    confirmedAt: row?.confirmedAt.toISOString() ?? null,
    softwareVersion: row?.softwareVersion ?? null,
    programs: row?.programs.map((program) => programOf(program, new Set(row.known), member)) ?? [],
    previousAt: row?.previousAt?.toISOString() ?? null,
    nextAt: next[0]?.at.toISOString() ?? null,
  };
}

interface Row {
  at: Date;
  confirmedAt: Date;
  softwareVersion: string | null;
  programs: ListedProgram[];
  previousAt: Date | null;
  /** The ids of those that still exist. */
  known: string[];
}

function programOf(program: ListedProgram, knownIds: ReadonlySet<string>, member: Member): ContentsProgram {
  const { id, name, revision, sha256, state, reason } = program;
  return {
    id,
    name,
    program: knownIds.has(id) && can(member, 'programs.show') ? iri('programs', id) : null,
    revision,
    sha256,
    state,
    reason: reason ? reasonText(reason, member.language, member.temperatureUnit) : null,
  };
}
