import type { PasskeyView } from '@fournil/contract/accounts/passkeys';
import { iri } from '@fournil/contract/kit/addresses';
import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { recordOwn } from '../recordOwn.ts';

/** All queries here run as the login `gate`. */
export async function passkeysOf(trx: Trx, userId: string): Promise<PasskeyView[]> {
  const rows = await trx.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();
  return rows.map(toPasskeyView);
}

/** Removes these passkeys of this person and returns their number. The owner gets one mail. */
export async function removePasskeys(
  services: Services,
  trx: Trx,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('id', 'in', ids)
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  if (removed.length === 0) return 0;
  await tellOfPasskey(services, trx, userId, 'passkeyRemoved');
  await recordOwn(trx, userId, 'passkeyRemoved');
  services.log.info({ event: 'passkey removed', account: userId, passkeys: removed.length }, 'security');
  return removed.length;
}

export function tellOfPasskey(
  services: Services,
  trx: Trx,
  userId: string,
  what: 'passkeyAdded' | 'passkeyRemoved',
): Promise<void> {
  return services.jobs.announce(trx, 'account.happened', { userId, what, at: services.now().toISOString() });
}

export function toPasskeyView(row: {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): PasskeyView {
  const { id, name, createdAt, lastUsedAt } = row;
  return {
    '@id': iri('passkeys', id),
    '@type': 'Passkey',
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
