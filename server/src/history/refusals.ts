import { fullNameOf } from '@fournil/contract/kit/person';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import type { RefusedCall } from '../kit/http/refusals.ts';
import type { Services } from '../kit/services.ts';
import { type RecordedActor, recordFrom } from './record.ts';

const refusalsPerTransaction = 200;
/** Refusals beyond this number that wait while the database is unavailable are only in the security log. */
const mostWaiting = 2000;

/** AUD-01: calls refused to a known person, recorded after the answer, in the order of arrival. */
export interface RefusalRecord {
  add(refused: RefusedCall): void;
  /** Resolves when all that was added is written. */
  written(): Promise<void>;
}

export function openRefusalRecord(services: Services): RefusalRecord {
  const waiting: RefusedCall[] = [];
  let writing: Promise<void> | null = null;
  const write = async () => {
    while (waiting.length > 0) {
      const some = waiting.splice(0, refusalsPerTransaction);
      await services.db
        .as(gateScope, (trx) => writeRefusals(trx, some))
        .catch((error) => services.log.error({ err: error, refusals: some.length }, 'refusals not recorded'));
    }
    writing = null;
  };
  return {
    add: (refused) => {
      if (waiting.length >= mostWaiting) return;
      waiting.push(refused);
      writing ??= write();
    },
    written: async () => {
      await writing;
    },
  };
}

async function writeRefusals(trx: Trx, refusals: readonly RefusedCall[]): Promise<void> {
  const people = await peopleOf(
    trx,
    refusals.flatMap(({ caller, account }) => (caller ? [] : (account ?? []))),
  );
  for (const { caller, account, reason, status, call, origin } of refusals) {
    const actor: RecordedActor | undefined = caller ?? people.get(account ?? '');
    // Deleted meanwhile.
    if (!actor?.userId) continue;
    const entity = actor.apiToken ? 'apiToken' : 'user';
    const subject = { entity, id: actor.userId, name: actor.fullName } as const;
    await recordFrom(trx, origin, actor, [{ type: 'refusal', origin: subject, refusal: { reason, status, call } }]);
  }
}

async function peopleOf(trx: Trx, ids: readonly string[]): Promise<Map<string, RecordedActor>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'organisationId', 'firstName', 'lastName'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { organisationId: row.organisationId, userId: row.id, fullName: fullNameOf(row) }]),
  );
}
