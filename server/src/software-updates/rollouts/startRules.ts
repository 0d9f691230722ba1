import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { conflict, unprocessable } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import type { UpdateRow } from '../versions/queries.ts';

/** The rollouts of a version, as a condition on `rollouts`. */
export function isOf(updateId: string): RawBuilder<boolean> {
  return sql<boolean>`rollouts."updateId" = ${updateId}`;
}

export function needsConfirmation(house: House): boolean {
  return house.config.rolloutPersons > 1;
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
