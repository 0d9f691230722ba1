import type { SessionView } from '@fournil/contract/accounts/sessions';
import { iri } from '@fournil/contract/kit/addresses';
import { gateScope } from '../../db/database.ts';
import { forgetCaller } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { countryOf } from '../../kit/countryOf.ts';
import { notFound } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { recordOwn } from '../recordOwn.ts';

/** The caller's sessions and the control sessions in their name: the present one first, then the latest. */
export async function listOwnSessions(services: Services, caller: Caller): Promise<SessionView[]> {
  const rows = await services.db.as(gateScope, (trx) =>
    trx
      .selectFrom('sessions')
      .leftJoin('users as masters', 'masters.id', 'sessions.masterId')
      .selectAll('sessions')
      .select(['masters.firstName', 'masters.lastName'])
      .where('userId', '=', caller.userId)
      .where('endedAt', 'is', null)
      .where('secondStepPending', '=', false)
      .where('expiresAt', '>', services.now())
      .orderBy('lastUsedAt', (order) => order.desc().nullsLast())
      .limit(100)
      .execute(),
  );
  const views = rows.map(
    (row): SessionView => ({
      '@id': iri('sessions', row.id),
      '@type': 'Session',
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: (row.lastUsedAt ?? row.createdAt).toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      address: row.address ?? '',
      country: countryOf(row.address ?? ''),
      userAgent: row.userAgent ?? '',
      isCurrent: row.id === caller.sessionId,
      master: row.masterId === null ? null : [row.firstName, row.lastName].filter(Boolean).join(' '),
    }),
  );
  return views.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends one of the caller's sessions; 404 for all others. */
export async function endOwnSession(services: Services, caller: Caller, id: string): Promise<void> {
  const ended = await end(services, caller, (sessionId) => sessionId === id);
  if (ended === 0) throw notFound();
}

/** Ends all sessions of the caller but the present one. */
export async function endOtherSessions(services: Services, caller: Caller): Promise<void> {
  await end(services, caller, (sessionId) => sessionId !== caller.sessionId);
}

async function end(services: Services, caller: Caller, isMeant: (sessionId: string) => boolean): Promise<number> {
  const ids = await services.db.as(gateScope, async (trx) => {
    const rows = await trx
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', caller.userId)
      .where('endedAt', 'is', null)
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id).filter(isMeant);
    if (ids.length > 0) {
      const at = services.now();
      await trx.updateTable('sessions').set({ endedAt: at }).where('id', 'in', ids).execute();
      await services.jobs.announce(trx, 'account.happened', {
        userId: caller.userId,
        what: 'sessionsEnded',
        at: at.toISOString(),
      });
      await recordOwn(trx, caller.userId, 'sessionEnd');
    }
    return ids;
  });
  for (const id of ids) forgetCaller(services, id);
  if (ids.length > 0)
    services.log.info({ event: 'sessions ended', account: caller.userId, sessions: ids.length }, 'security');
  return ids.length;
}
