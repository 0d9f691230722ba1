import {
  type BulkPreview,
  type BulkRunView,
  type BulkVerb,
  bulkArgsOf,
  bulkLimits,
  type bulkRequest,
  bulkResourceOf,
  bulkRuleOf,
  type bulkStart,
} from '@fournil/contract/bulk/bulk';
import { violationsOf } from '@fournil/contract/kit/validation';
import { can } from '@fournil/contract/rights/policy';
import type { z } from 'zod';
import type { Trx } from '../db/database.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { type CallContext, contextOf, inContext } from '../kit/context.ts';
import { conflict, forbidden, notFound, unprocessable } from '../kit/errors.ts';
import { callOrigin } from '../kit/http/callOrigin.ts';
import { newId } from '../kit/ids.ts';
import type { Services } from '../kit/services.ts';
import { countSent } from '../programs/index.ts';
import { workChunk } from './chunk.ts';
import { ownRun, runView } from './queries.ts';
import { idsOf } from './rows.ts';
import { chunkRowsOf, continueRun } from './run.ts';
import { tallyOf } from './tally.ts';
import { undoUntil } from './undoUntil.ts';

/** The preview. The rows are really changed and rolled back, so that it is exact. */
export async function previewBulk(
  services: Services,
  member: Member,
  { verb, args: raw, selection }: z.output<typeof bulkRequest>,
): Promise<BulkPreview> {
  const args = checked(member, verb, raw);
  const resource = bulkResourceOf(verb);
  const ids = await services.db.read(scopeOf(member), (trx) =>
    idsOf(contextOf(services, trx, member), resource, selection),
  );
  const looked = ids.slice(0, bulkLimits.previewed);
  const results = [];
  const rows = chunkRowsOf(verb);
  for (let from = 0; from < looked.length; from += rows) {
    const tasks = looked.slice(from, from + rows).map((id) => ({ id, verb, args }));
    results.push(
      ...(await takenBack(services, member, (trx) =>
        workChunk({ ...contextOf(services, trx, member), isPreview: true }, resource, tasks),
      )),
    );
  }
  const canUndo = results.some(({ undo }) => undo !== null);
  const changing = results.filter(({ outcome }) => outcome === 'changed' || outcome === 'partly');
  const names = changing.slice(0, bulkLimits.namedInPreview).map(({ name }) => name);
  const sentCount =
    verb === 'programs.approve'
      ? await services.db.read(scopeOf(member), (trx) =>
          countSent(
            trx,
            member,
            changing.map(({ id }) => id),
          ),
        )
      : 0;
  return { total: ids.length, looked: looked.length, ...tallyOf(results), names, canUndo, sentCount };
}

/** Runs work in a transaction that never commits. */
async function takenBack<Result>(
  services: Services,
  member: Member,
  run: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const back = new Error('taken back');
  let result: Result | undefined;
  await services.db
    .as(scopeOf(member), async (trx) => {
      result = await run(trx);
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  return result as Result;
}

/**
 * Stores the run, processes its first chunk at once, and leaves the rest to the queue. A repeated call does not run
 * twice.
 */
export async function startBulk(
  services: Services,
  member: Member,
  { id, verb, args: raw, selection, total }: z.output<typeof bulkStart>,
): Promise<BulkRunView> {
  const args = checked(member, verb, raw);
  const first = await inContext(services, member, async (context) => {
    const ids = await idsOf(context, bulkResourceOf(verb), selection);
    if (total !== undefined && total !== ids.length) throw conflict(otherRows);
    await insertRun(context, { id, verb, args, ids, undoOf: null });
    return runView(context, id);
  });
  return begun(services, member, first);
}

const otherRows = {
  en: 'Other rows match now: check again what would change.',
  fr: 'D’autres lignes correspondent maintenant : vérifiez de nouveau ce qui changerait.',
};

/** Undoes every row that the run changed and that can be undone. */
export async function undoBulk(services: Services, member: Member, runId: string): Promise<BulkRunView> {
  const id = newId();
  const first = await inContext(services, member, async (context) => {
    const { trx } = context;
    const run = await ownRun(trx, member, runId).forUpdate().executeTakeFirst();
    if (!run) throw notFound();
    const items = await trx
      .selectFrom('bulkItems')
      .select(['itemId', 'undo'])
      .where('runId', '=', runId)
      .where('undo', 'is not', null)
      .execute();
    const undone = await trx.selectFrom('bulkRuns').select('id').where('undoOf', '=', runId).executeTakeFirst();
    if (run.state === 'running' || undone || services.now() > undoUntil(run.createdAt) || items.length === 0) {
      throw conflict({ en: 'This can no longer be undone.', fr: 'Ceci ne peut plus être annulé.' });
    }
    // SEC-02: an undo needs the person's present rights, which are checked for each row; it is refused at once only if
    // they allow no row.
    if (!items.some(({ undo }) => undo && can(member, bulkRuleOf(undo.verb)))) throw forbidden();
    await insertRun(context, {
      id,
      verb: 'undo',
      args: {},
      ids: items.map(({ itemId }) => itemId).sort(),
      undoOf: runId,
    });
    return runView(context, id);
  });
  return begun(services, member, first);
}

/** Stops the run: no further chunk is processed. */
export async function stopBulk(context: CallContext, id: string): Promise<BulkRunView> {
  const { trx, caller } = context;
  const run = await ownRun(trx, caller, id).forUpdate().executeTakeFirst();
  if (!run) throw notFound();
  if (run.state === 'running')
    await trx
      .updateTable('bulkRuns')
      .set({ state: 'stopped', finishedAt: context.now() })
      .where('id', '=', id)
      .execute();
  return runView(context, id);
}

async function begun(services: Services, member: Member, first: BulkRunView): Promise<BulkRunView> {
  // The run is stored and queued: if this first chunk fails, the job continues it, and the call succeeds.
  const failed = (error: unknown) => services.log.error({ err: error }, 'bulk');
  await continueRun(services, member.organisationId, first.id, 1).catch(failed);
  const shown = services.db.read(scopeOf(member), (trx) => runView(contextOf(services, trx, member), first.id));
  return shown.catch((error: unknown) => {
    failed(error);
    return first;
  });
}

function checked(member: Member, verb: BulkVerb, raw: unknown): Record<string, unknown> {
  if (!can(member, bulkRuleOf(verb))) throw forbidden();
  const parsed = bulkArgsOf(verb).safeParse(raw);
  if (parsed.success) return parsed.data;
  throw unprocessable(...violationsOf(parsed.error, raw).map((one) => ({ ...one, path: `args.${one.path}` })));
}

interface NewRun {
  id: string;
  verb: BulkVerb | 'undo';
  args: Record<string, unknown>;
  ids: string[];
  undoOf: string | null;
}

async function insertRun(context: CallContext, { args, ...run }: NewRun): Promise<void> {
  const { trx, caller: member } = context;
  const { organisationId, userId } = member;
  const row = await trx
    .insertInto('bulkRuns')
    .values({
      ...run,
      organisationId,
      userId,
      sessionId: member.sessionId || null,
      masterId: member.master?.userId ?? null,
      masterName: member.master?.fullName ?? null,
      args: JSON.stringify(args),
      address: callOrigin()?.address ?? null,
      userAgent: callOrigin()?.userAgent ?? null,
      createdAt: context.now(),
      finishedAt: null,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return context.jobs.announce(trx, 'bulk.continued', { organisationId, runId: run.id });
  const known = await ownRun(trx, member, run.id).executeTakeFirst();
  if (!known) throw unprocessable({ path: 'id', key: 'custom.validation.taken', args: {} });
}
