import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict, unprocessable } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import type { UpdateRow } from '../versions/queries.ts';

/** The rollouts of a version, as a condition on `rollouts`. */
export function isOf(updateId: string): RawBuilder<boolean> {
  return sql<boolean>`rollouts."updateId" = ${updateId}`;
}

export function needsConfirmation(services: Services): boolean {
  return services.config.rolloutPersons > 1;
}

/** SWU-06: the state in which a rollout begins; when it waits for a second person, the other super admins are told. */
export async function firstState(
  context: CallContext<Caller>,
  { rolloutId, version }: { rolloutId: string; version: string },
): Promise<'running' | 'unconfirmed'> {
  const { trx, caller } = context;
  if (!needsConfirmation(context)) return 'running';
  const { userId: askedById, fullName: askedBy } = caller;
  const at = context.now().toISOString();
  await context.jobs.announce(trx, 'rollout.asked', { rolloutId, version, askedById, askedBy, at });
  return 'unconfirmed';
}

/** A version that can still be rolled out, locked against another rollout, revocation and deletion. */
export async function lockUpdate(trx: Trx, id: string): Promise<UpdateRow> {
  const update = await trx
    .selectFrom('softwareUpdates')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!update) throw unprocessable({ path: 'update', key: 'custom.validation.notFound', args: {} });
  if (update.revoked) throw conflict({ en: 'This version is revoked.', fr: 'Cette version est révoquée.' });
  return update;
}
