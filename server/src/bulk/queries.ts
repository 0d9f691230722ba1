import { type BulkRunView, type BulkVerb, bulkLimits, bulkResourceOf, bulkRuleOf } from '@fournil/contract/bulk/bulk';
import { iri } from '@fournil/contract/kit/addresses';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
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

export function findRun(house: House, member: Member, id: string): Promise<BulkRunView> {
  return house.db.read(scopeOf(member), (trx) => runView(trx, member, id, house.now()));
}

/** The running bulk actions, for a page that was reloaded. */
export async function listRunning(house: House, member: Member): Promise<BulkRunView[]> {
  return house.db.read(scopeOf(member), async (trx) => {
    const rows = await trx
      .selectFrom('bulkRuns')
      .select('id')
      .where('organisationId', '=', member.organisationId)
      .where('userId', '=', member.userId)
      .where('state', '=', 'running')
      .orderBy('createdAt')
      .limit(20)
      .execute();
    return Promise.all(rows.map(({ id }) => runView(trx, member, id, house.now())));
  });
}

export async function runView(trx: Trx, member: Member, id: string, now: Date): Promise<BulkRunView> {
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
      now < undoUntil(run.createdAt),
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
