import { hashPassword } from '../accounts/index.ts';
import { withClient } from '../db/withClient.ts';

export const benchPassword = 'bench-password';

/** A fixed uuid for the n-th record of a kind, so that statements can name it. */
export function idOf(kind: number, number: number): string {
  return `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
const idSql = (kind: number, number: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

export interface Load {
  organisations: number;
  machines: number;
  /** The number of the first organisation, when the database contains some already. */
  first?: number;
}

/**
 * Fills an empty, migrated database: organisations with structures, people, programs, machines and installations, by
 * set-based SQL.
 */
export async function seedLoad(url: string, { organisations, machines, first = 1 }: Load): Promise<void> {
  const perOrganisation = Math.ceil(machines / organisations);
  const hash = await hashPassword(benchPassword);
  const organisation = idSql(1, 'o');
  const numbers = `generate_series(${first}::bigint, ${first + organisations - 1}) o`;
  const programOne = idSql(4, `right("organisationId"::text, 12)::bigint * 100 + 1`);
  const those = `"organisationId" in (select ${organisation} from ${numbers})`;
  await withClient(url, async (client) => {
    const run = (text: string, values: unknown[] = []) => client.query(text, values);
    await run('begin');
    await run(`insert into organisations (id, name) select ${organisation}, 'Organisation ' || o from ${numbers}`);
    await run(
      `insert into users (id, "organisationId", kind, email, "emailKey", "passwordHash", "firstName", "lastName",
        "emailVerified", timezone)
       select ${idSql(2, 'o * 2 + k')}, ${organisation}, case k when 0 then 'clientAdmin' else 'user'
         end, 'bench' || o || '-' || k || '@bench.test',
         'bench' || o || '-' || k || '@bench.test', $1, 'Bench', 'Person ' || o, true, 'Europe/Paris'
       from ${numbers}, generate_series(0, 1) k`,
      [hash],
    );
    await run(`insert into "userRights" ("userId", "organisationId", "right")
       select ${idSql(2, 'o * 2 + 1')}, ${organisation}, r
         from ${numbers}, unnest(array['ROLE_MACHINE_ACCESS', 'ROLE_STRUCTURE_ACCESS', 'ROLE_PROGRAM_ACCESS']) r`);
    await run(`insert into structures (id, "organisationId", "parentId", name)
       select ${idSql(3, 'o * 100 + s')}, ${organisation}, case when s > 5 then ${idSql(3, 'o * 100 + s % 5 + 1')}
         end, 'Site ' || s
       from ${numbers}, generate_series(1, 50) s order by o, s`);
    await run(`insert into "structureUsers" ("structureId", "userId", "organisationId")
       select ${idSql(3, 'o * 100 + s')}, ${idSql(2, 'o * 2 + 1')}, ${organisation}
         from ${numbers}, generate_series(1, 2) s`);
    await run(`insert into programs (id, "organisationId", name, category, revision, "approvedRevision", "totalSeconds",
      "phaseGroups")
       select ${idSql(4, 'o * 100 + p')}, ${organisation}, 'Program ' || p, 'deck', 1, 1, 1200,
         '[{"phaseGroupType":"heat","prePhaseValues":{"temperature":250},"phases":[{"position":1,"values":{"temperature":250,"duration":300,"notification":false}},{"position":2,"values":{"temperature":220,"duration":900,"notification":false}}]},{"phaseGroupType":"fan","phases":[]},{"phaseGroupType":"steam","phases":[]},{"phaseGroupType":"damper","phases":[]}]'::jsonb
       from ${numbers}, generate_series(1, 20) p`);
    await run(`insert into "programRevisions" ("programId", revision, "organisationId", name, category, "phaseGroups",
        sha256)
       select id, 1, "organisationId", name, category, "phaseGroups", '' from programs where ${those}`);
    await run(`insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, model, approved,
      "structureId", "ownTimezone", timezone, "softwareVersion", "pairedAt")
       select ${idSql(5, `o * 1000000 + m`)}, ${organisation}, 'Machine ' || m, 'B' || o || '-' || m, 'x', 'deck',
         'sole-3-12', true,
         ${idSql(3, 'o * 100 + m % 50 + 1')}, 'Europe/Paris', 'Europe/Paris', '4.2.1', now()
       from ${numbers}, generate_series(1, ${perOrganisation}) m`);
    await run(`insert into "machineStates" ("machineId", "organisationId", connected, "connectionSince", occupation,
      "programId", "programName", "programRevision", "programTotalSeconds", "elapsedSeconds", "readingAt",
      "chamberTemperatureCelsius", "daysFilled")
       select id, "organisationId", true, now(), occupation, case occupation when 'program' then ${programOne} end,
         'Program 1', 1, 1200, 300, now(), 230, true
       from (select *, case when hashtext(id::text) % 2 = 0 then 'program' else 'ready' end as occupation
         from machines where ${those}) as machines`);
    await run(`insert into installations (id, "organisationId", "machineId", "programId", position)
       select gen_random_uuid(), machine."organisationId", machine.id, program.id, place
       from machines machine, generate_series(1, 5) place,
         lateral (select ${idSql(4, `right(machine."organisationId"::text, 12)::bigint * 100 + place`)} as id) program
         where machine.${those}`);
    await run('commit');
    await run('vacuum analyze');
  });
}
