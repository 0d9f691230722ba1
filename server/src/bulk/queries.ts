import { type BulkRunView, type BulkVerb, bulkLimits, bulkResourceOf, bulkRuleOf } from '@fournil/contract/bulk/bulk';
import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound } from '../kit/errors.ts';
import { undoUntil } from './undoUntil.ts';

/** A run is visible to the person who started it only. */
export function ownRun(trx: Trx, member: Member, id: string) {
  return trx
    .selectFrom('bulkRuns')
    .selectAll()
    .where('id', '=', id)
    .where('organisationId', '=', member.organisationId)
    .where('userId', '=', member.userId);
}

/** The running bulk actions, for a page that was reloaded. */
export async function listRunning(context: CallContext) {
  const { organisationId, userId } = context.caller;
  const rows = await context.trx
    .selectFrom('bulkRuns')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('userId', '=', userId)
    .where('state', '=', 'running')
    .orderBy('createdAt')
    .limit(20)
    .execute();
  const items = await Promise.all(rows.map(({ id }) => runView(context, id)));
  return { items, total: items.length };
}

export async function runView({ trx, caller: member, now }: CallContext, id: string): Promise<BulkRunView> {
  const run = await ownRun(trx, member, id)
    .select([
      sql<
        BulkVerb[]
      >`array(select distinct undo ->> 'verb' from "bulkItems" where "runId" = "bulkRuns".id and undo is not null)`.as(
        'undoVerbs',
      ),
      sql<boolean>`exists (select from "bulkRuns" undone where undone."undoOf" = "bulkRuns".id)`.as('isUndone'),
      sql<string | null>`(select verb from "bulkRuns" first where first.id = "bulkRuns"."undoOf")`.as('firstVerb'),
    ])
    .executeTakeFirst();
  if (!run) throw notFound();
  const refusals = await trx
    .selectFrom('bulkItems')
    .select(['itemId as id', 'name', 'reason', 'outcome'])
    .where('runId', '=', id)
    .where('outcome', '<>', 'changed')
    .orderBy('name')
    .limit(bulkLimits.named)
    .execute();
  const { changed, unchanged, refused, state, verb } = run;
  return {
    '@id': iri('bulk', id),
    '@type': 'BulkRun',
    id,
    verb,
    resource: bulkResourceOf((run.firstVerb ?? verb) as Parameters<typeof bulkResourceOf>[0]),
    state,
    total: run.ids.length,
    done: run.position,
    changed,
    unchanged,
    refused,
    refusals: refusals.map(({ outcome, reason, ...one }) => ({
      ...one,
      reason: reason ?? '',
      partly: outcome === 'partly',
    })),
    canUndo:
      state !== 'running' &&
      run.undoVerbs.some((one) => can(member, bulkRuleOf(one))) &&
      !run.isUndone &&
      verb !== 'undo' &&
      now() < undoUntil(run.createdAt),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
