import type { bakeFilters } from '@fournil/contract/machines/bakes';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import type { Slice } from '../../kit/page.ts';
import { seesEveryMachine, structureAndBelow, visibleMachines } from '../../rights/index.ts';

export type BakeFilters = z.output<z.ZodObject<typeof bakeFilters>>;

/** The starts of the bakes that a reader asks for; the caller has still to order and to cut them. */
export type BakeStarts = (slice: Slice, condition?: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Up to this many machines are read one by one, each by its own index. */
const fewMachines = 1000;

const columns = sql`id, "organisationId", "machineId", at, type, "programId", "programName", "programRevision",
  "programSha256", "programChanged", "softwareVersion", "saidAt"`;

/**
 * Two ways, because the database has no statistics of the rows that one reader sees: of few machines the first starts
 * of each machine; else the first starts of each revision. Both read an index in order and stop at the limit.
 */
export async function findStarts(trx: Trx, member: Member, filters: BakeFilters): Promise<BakeStarts> {
  const machines = machinesOf(member, filters);
  const isWhole = seesEveryMachine(member) && filters.machine === undefined && filters.structure === undefined;
  const { program } = filters;
  if (program !== undefined && (isWhole || !(await areFew(trx, machines))))
    return startsByRevision(member, { ...filters, program }, machines);
  return (slice, condition = sql`true`) => sql`select starts.* from (${machines}) as seen cross join lateral (
    select ${columns} from activities
    where "organisationId" = ${member.organisationId} and "machineId" = seen.id and type = 'ProgramStart'
      ${program === undefined ? sql`` : sql`and "programId" = ${program} and "programRevision" is not null`}
      ${filters.revision === undefined ? sql`` : sql`and "programRevision" = ${filters.revision}`}
      and ${conditionsOf(filters)} and ${condition} ${inOrder(slice)}
  ) as starts`;
}

function startsByRevision(
  member: Member,
  filters: BakeFilters & { program: string },
  machines: RawBuilder<unknown>,
): BakeStarts {
  const ofProgram = sql`"organisationId" = ${member.organisationId} and "programId" = ${filters.program}`;
  const next = (after: RawBuilder<unknown>) => sql`(select min("programRevision") from activities
    where ${ofProgram} and "programRevision" > ${after})`;
  const revisions =
    filters.revision === undefined
      ? sql`(with recursive known (revision) as (
          select ${next(sql`0`)} union all select ${next(sql`known.revision`)} from known where known.revision is not null
        ) select revision from known where revision is not null)`
      : sql`(select ${filters.revision}::int as revision)`;
  return (slice, condition = sql`true`) => sql`select starts.* from ${revisions} as revisions cross join lateral (
    select ${columns} from activities
    where ${ofProgram} and "programRevision" = revisions.revision and type = 'ProgramStart'
      -- With \`is true\` it stays a filter: as a join, the database would begin with the machines.
      and ("machineId" in (${machines})) is true
      and ${conditionsOf(filters)} and ${condition} ${inOrder(slice)}
  ) as starts`;
}

/** The ids of the machines that the reader sees and asks for. */
function machinesOf(member: Member, { machine, structure }: BakeFilters): RawBuilder<unknown> {
  const isInStructure =
    structure === undefined ? sql`true` : sql`machines."structureId" in (${structureAndBelow(member, structure)})`;
  return sql`select machines.id from machines where ${visibleMachines(member)} and ${isInStructure}
    and ${machine === undefined ? sql`true` : sql`machines.id = ${machine}`}`;
}

async function areFew(trx: Trx, machines: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`${machines} limit ${sql.lit(fewMachines + 1)}`.execute(trx);
  return rows.length <= fewMachines;
}

function conditionsOf({ changed, from, to }: BakeFilters): RawBuilder<unknown> {
  return sql.join(
    [
      // A literal, for the index of the few that are changed.
      changed === undefined ? sql`true` : changed ? sql`"programChanged"` : sql`not "programChanged"`,
      from === undefined ? sql`true` : sql`at >= ${from}::timestamptz`,
      to === undefined ? sql`true` : sql`at < ${to}::timestamptz`,
    ],
    sql` and `,
  );
}

function inOrder({ limit, offset, direction }: Slice): RawBuilder<unknown> {
  return sql`order by at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${sql.lit(offset + limit)}`;
}
