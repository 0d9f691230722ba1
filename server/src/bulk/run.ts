import { bulkResourceOf, bulkRuleOf } from '@fournil/contract/bulk/bulk';
import { can } from '@fournil/contract/rights/policy';
import { type Selectable, sql } from 'kysely';
import { organisationScope, type Scope, type Trx } from '../db/database.ts';
import { returningOne } from '../db/organisations.ts';
import type { Tables } from '../db/tables/index.ts';
import { currentCaller, lockActiveMember } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import { contextOf } from '../kit/context.ts';
import { withinCall } from '../kit/http/callOrigin.ts';
import type { Services } from '../kit/services.ts';
import { type Task, type Worked, workChunk } from './chunk.ts';
import { isManyVerb } from './machineVerbs.ts';
import { tallyOf } from './tally.ts';

/** Rows of one transaction: few enough for short locks, enough that the commits' cost is small. */
const chunkRows = 50;
/** The rows of a transaction where a chunk is a few statements. */
const chunkRowsTogether = 500;

export function chunkRowsOf(verb: Run['verb']): number {
  return verb !== 'undo' && isManyVerb(verb) ? chunkRowsTogether : chunkRows;
}
/** A job that takes too long is tried again: after this many chunks the next job continues. */
const chunksPerJob = 20;

type Run = Selectable<Tables['bulkRuns']>;

/** Processes the next chunks of a run. A second worker waits for the lock on the run's row and finds them done. */
export async function continueRun(
  services: Services,
  organisationId: string,
  runId: string,
  chunks = chunksPerJob,
): Promise<void> {
  for (let left = chunks; left > 0; left -= 1) {
    if (!(await nextChunk(services, organisationId, runId, left === 1 && chunks === chunksPerJob))) return;
  }
}

/** Processes one chunk and stores the progress in one transaction; returns whether more rows are left. */
async function nextChunk(
  services: Services,
  organisationId: string,
  runId: string,
  handOver: boolean,
): Promise<boolean> {
  const scope = organisationScope(organisationId);
  const owner = await services.db.as(scope, (trx) =>
    trx
      .selectFrom('bulkRuns')
      .select(['userId', 'sessionId', 'masterId', 'address', 'userAgent'])
      .where('id', '=', runId)
      .executeTakeFirst(),
  );
  if (!owner) return false;
  if (!(await isMasterThere(services, owner))) return endRun(services, scope, runId);
  const { address, userAgent } = owner;
  const work = () => workNext(services, { organisationId, runId }, owner.userId, handOver);
  return address === null ? work() : withinCall({ address, userAgent }, work);
}

function workNext(
  services: Services,
  { organisationId, runId }: { organisationId: string; runId: string },
  userId: string,
  handOver: boolean,
): Promise<boolean> {
  return services.db.as(organisationScope(organisationId), async (trx) => {
    // The rights are read again and locked for each chunk, so a right that was withdrawn before allows no further row.
    const member = await lockActiveMember(services, trx, userId);
    const run = await trx.selectFrom('bulkRuns').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst();
    if (run?.state !== 'running') return false;
    if (!member || !may(member, run)) {
      await stop(services, trx, runId);
      return false;
    }
    const ids = run.ids.slice(run.position, run.position + chunkRowsOf(run.verb));
    const tasks = run.undoOf
      ? await undoTasks(trx, run.undoOf, ids)
      : ids.map((id) => ({ id, verb: run.verb as Task['verb'], args: run.args }));
    const resource = bulkResourceOf(tasks[0]?.verb ?? 'machines.approve');
    const worked = await workChunk(contextOf(services, trx, inTheirName(member, run)), resource, tasks);
    const isDone = await keep(services, trx, run, worked);
    if (!isDone && handOver) await services.jobs.announce(trx, 'bulk.continued', { organisationId, runId });
    return !isDone;
  });
}

/** A run that was started in a control session ends with it (IMP-04); others continue after signing out. */
async function isMasterThere(
  services: Services,
  { sessionId, masterId }: Pick<Run, 'sessionId' | 'masterId'>,
): Promise<boolean> {
  return masterId === null || (sessionId !== null && (await currentCaller(services, sessionId)) !== null);
}

async function endRun(services: Services, scope: Scope, runId: string): Promise<false> {
  await services.db.as(scope, (trx) => stop(services, trx, runId));
  return false;
}

async function stop(services: Services, trx: Trx, runId: string): Promise<void> {
  await trx
    .updateTable('bulkRuns')
    .set({ state: 'stopped', finishedAt: services.now() })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .execute();
}

/** A run that was started in a control session is recorded under both names (IMP-04). */
function inTheirName(member: Member, { masterId, masterName }: Run): Member {
  if (!masterId || !masterName) return member;
  return { ...member, master: { kind: 'technician', remoteParamsEdit: false, userId: masterId, fullName: masterName } };
}

function may(member: Member, run: Run): boolean {
  return run.verb === 'undo' || can(member, bulkRuleOf(run.verb));
}

async function undoTasks(trx: Trx, runId: string, ids: readonly string[]): Promise<Task[]> {
  const items = await trx
    .selectFrom('bulkItems')
    .select(['itemId', 'undo'])
    .where('runId', '=', runId)
    .where(sql<boolean>`"itemId" = any(${[...ids]}::uuid[])`)
    .orderBy('itemId')
    .execute();
  return items.flatMap(({ itemId, undo }) => (undo ? [{ id: itemId, ...undo }] : []));
}

async function keep(services: Services, trx: Trx, run: Run, results: readonly Worked[]): Promise<boolean> {
  const { changed, unchanged, refused } = tallyOf(results);
  const position = Math.min(run.ids.length, run.position + chunkRowsOf(run.verb));
  const isDone = position >= run.ids.length;
  const items = results.filter(({ outcome }) => outcome !== 'unchanged');
  if (items.length > 0)
    await sql`insert into "bulkItems" ("runId", "itemId", "organisationId", outcome, name, reason, undo)
      select ${run.id}, item.id, ${run.organisationId}, item.outcome, item.name, item.reason, item.undo
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item (id uuid, outcome text, name text, reason text, undo jsonb)
      ${returningOne}`.execute(trx);
  await trx
    .updateTable('bulkRuns')
    .set({
      position,
      changed: run.changed + changed,
      unchanged: run.unchanged + unchanged,
      refused: run.refused + refused,
      ...(isDone ? { state: 'done' as const, finishedAt: services.now() } : {}),
    })
    .where('id', '=', run.id)
    .execute();
  return isDone;
}
