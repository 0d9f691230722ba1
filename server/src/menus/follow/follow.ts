import { linkLimits } from '@fournil/contract/machine-link/topics';
import { type FollowedMenu, menusOf, programsOf } from '@fournil/contract/menus/holding';
import { sql } from 'kysely';
import { organisationScope, type Trx } from '../../db/database.ts';
import { returningOne } from '../../db/organisations.ts';
import { record, theServer } from '../../history/index.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { byHandOf, followMenus, heldBy, type ListChange } from '../../machines/index.ts';
import { type NamedMachine, readFacts, readMachines } from './facts.ts';
import { seasonNow } from './seasonNow.ts';

const machinesPerStep = 200;
const longestMilliseconds = 60_000;
const laterMilliseconds = 600_000;
/** A clock that was set back by more than this makes the machines due that were checked after it. */
const clockMilliseconds = 60_000;

/**
 * MNU-01: checks the machines of an organisation that are due, and gives them what their menus say, in steps that are
 * committed one by one. Several servers may do it at once. What is left after a minute, less than a job may take, is
 * done by `followSeasons`. A machine for which it fails is logged and checked again later, so that it stops no other.
 */
export async function followDue(services: Services, organisationId: string): Promise<void> {
  const until = performance.now() + longestMilliseconds;
  const step = (most: number) =>
    services.db.as(organisationScope(organisationId), (trx) => followSome(services, trx, organisationId, most));
  for (let count = machinesPerStep; count === machinesPerStep && performance.now() < until; )
    count = await step(machinesPerStep).catch(async (error) => {
      services.log.warn({ err: error, organisation: organisationId }, 'menus are followed machine by machine');
      for (let turn = 0; turn < machinesPerStep; turn += 1)
        await step(1).catch((reason) => postponeFirst(services, organisationId, reason));
      return machinesPerStep;
    });
}

async function postponeFirst(services: Services, organisationId: string, error: unknown): Promise<void> {
  const now = seasonNow(services);
  const { rows } = await services.db.as(organisationScope(organisationId), (trx) =>
    sql<{ machineId: string }>`update "menuChecks"
      set "dueAt" = ${new Date(now.getTime() + laterMilliseconds)}, "checkedAt" = null
      where "organisationId" = ${organisationId} and "machineId" = (select "machineId" from "menuChecks"
        where "organisationId" = ${organisationId} and ${isDue(now)} order by "dueAt", "machineId" limit 1)
      returning "machineId"`.execute(trx),
  );
  services.log.error({ err: error, organisation: organisationId, machine: rows[0]?.machineId }, 'menus of a machine');
}

function isDue(now: Date) {
  return sql`("dueAt" <= ${now} or "checkedAt" > ${new Date(now.getTime() + clockMilliseconds)})`;
}

async function followSome(services: Services, trx: Trx, organisationId: string, most: number): Promise<number> {
  const now = seasonNow(services);
  const { rows } = await sql<{ machineId: string }>`select "machineId" from "menuChecks"
    where "organisationId" = ${organisationId} and ${isDue(now)}
      -- One in the recycle bin is checked when it is restored.
      and "machineId" in (select id from machines where "organisationId" = ${organisationId})
    order by "dueAt", "machineId" limit ${sql.lit(most)} for update skip locked`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ machineId }) => machineId);
  // After the rows of the checks, so that a change whose mark was taken here is seen.
  await trx
    .selectFrom('machines')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const facts = await readFacts(trx, organisationId);
  const machines = await readMachines(
    trx,
    organisationId,
    sql<boolean>`machines.id = any(${ids}::uuid[])`,
    facts.parents,
  );
  const heldRows = await heldBy(trx, organisationId, ids);
  const checkedMachines = machines.map((machine) => {
    const { menus, changesAt, hasSeasons } = menusOf(machine, facts.menus, now.getTime());
    const byHand = byHandOf(heldRows.get(machine.id) ?? []).map(({ programId }) => programId);
    const found = programsOf(machine, menus, facts.programs, byHand, linkLimits.programsPerMachine);
    return { machine, menus, changesAt, hasSeasons, ...found };
  });
  const lists = checkedMachines.map(({ machine, programs }) => ({ machineId: machine.id, programs }));
  const changes = await followMenus(services, trx, organisationId, lists, heldRows);
  const leftMenuIds = await writeFollowed(trx, organisationId, ids, checkedMachines);
  await writeChecks(trx, organisationId, ids, checkedMachines, now);
  await recordChanges(trx, organisationId, machines, changes);
  const followed = checkedMachines.flatMap(({ menus }) => menus.map(({ menu }) => menu.id));
  const touched = [...new Set([...leftMenuIds, ...followed])];
  await notifyLive(trx, { organisationId, resource: 'menus', op: 'update', ids: touched });
  return rows.length;
}

interface CheckedMachine {
  machine: NamedMachine;
  menus: FollowedMenu[];
  changesAt: number | null;
  hasSeasons: boolean;
  missing: { programId: string; menuId: string; reason: string }[];
}

/** Returns the menus that they followed before. */
async function writeFollowed(
  trx: Trx,
  organisationId: string,
  ids: readonly string[],
  checkedMachines: readonly CheckedMachine[],
): Promise<string[]> {
  const before = await trx
    .deleteFrom('machineMenus')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${ids}::uuid[])`)
    .returning('menuId')
    .execute();
  const leftMenuIds = before.map(({ menuId }) => menuId);
  const rows = checkedMachines.flatMap(({ machine, menus, missing }) =>
    menus.map(({ menu, place, isOn }, rank) => ({
      machineId: machine.id,
      menuId: menu.id,
      rank,
      structureId: place.kind === 'structure' ? place.id : null,
      isOn,
      revision: menu.revision ?? null,
      missing: JSON.stringify(
        missing.flatMap(({ menuId, programId, reason }) => (menuId === menu.id ? [{ programId, reason }] : [])),
      ),
    })),
  );
  if (rows.length === 0) return leftMenuIds;
  await sql`insert into "machineMenus" ("organisationId", "machineId", "menuId", rank, "structureId", "isOn", revision,
      missing)
    select ${organisationId}, * from unnest(${rows.map(({ machineId }) => machineId)}::uuid[],
      ${rows.map(({ menuId }) => menuId)}::uuid[], ${rows.map(({ rank }) => rank)}::int[],
      ${rows.map(({ structureId }) => structureId)}::uuid[], ${rows.map(({ isOn }) => isOn)}::boolean[],
      ${rows.map(({ revision }) => revision)}::int[],
      ${rows.map(({ missing }) => missing)}::jsonb[])
    ${returningOne}`.execute(trx);
  return leftMenuIds;
}

/**
 * Those with a season are checked again when it begins or ends, and after the last one when the clock was set back;
 * the others when something changes.
 */
async function writeChecks(
  trx: Trx,
  organisationId: string,
  ids: readonly string[],
  checkedMachines: readonly CheckedMachine[],
  now: Date,
) {
  await trx
    .deleteFrom('menuChecks')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${ids}::uuid[])`)
    .execute();
  const rows = checkedMachines.flatMap(({ machine, changesAt, hasSeasons }) => {
    const dueAt = changesAt === null ? 'infinity' : new Date(changesAt).toISOString();
    return hasSeasons ? [{ machineId: machine.id, dueAt }] : [];
  });
  if (rows.length === 0) return;
  await sql`insert into "menuChecks" ("organisationId", "machineId", "dueAt", "checkedAt")
    select ${organisationId}, "machineId", "dueAt", ${now}::timestamptz
    from unnest(${rows.map(({ machineId }) => machineId)}::uuid[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[])
      as season ("machineId", "dueAt")
    ${returningOne}`.execute(trx);
}

/** One event for a machine whose programs changed: what was decided is recorded with the menu. */
async function recordChanges(
  trx: Trx,
  organisationId: string,
  machines: readonly NamedMachine[],
  changes: readonly ListChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const names = new Map(machines.map(({ id, name }) => [id, name]));
  await record(
    trx,
    { ...theServer, organisationId },
    ...changes.map(({ machineId, before, after, isReordered }) => ({
      type: 'menusFollowed' as const,
      origin: { entity: 'machine' as const, id: machineId, name: names.get(machineId) ?? '' },
      fields: isReordered ? ['position'] : before === after ? ['programs'] : ['programCount'],
      changes: before === after ? [] : [{ field: 'programCount', before, after }],
    })),
  );
}
