import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { tryLockNamed } from '../db/locks.ts';
import type { Tables } from '../db/tables/index.ts';

export type UntoldEvent = Selectable<Tables['historyEvents']>;

const toldTypes: readonly HistoryType[] = [
  'creation',
  'update',
  'deletion',
  'approval',
  'disapproval',
  'activation',
  'deactivation',
  'release',
  'restoration',
  'pairing',
  'import',
];

export const toldEntities = ['program', 'tag', 'structure', 'machine'] as const satisfies readonly HistoryEntity[];

/** PRO-06: the events that people can have mailed. */
export function isTold(type: HistoryType, entity: HistoryEntity): boolean {
  return toldEntities.some((one) => one === entity) && toldTypes.includes(type);
}

/**
 * Runs as the gate login, over all organisations: where events wait to be mailed, the time of the first, and the time
 * since the last.
 */
export async function untoldOrganisations(trx: Trx): Promise<{ organisationId: string; first: Date; last: Date }[]> {
  return trx
    .selectFrom('untoldEvents')
    .select(({ fn }) => ['organisationId', fn.min('at').as('first'), fn.max('at').as('last')])
    .groupBy('organisationId')
    .execute();
}

/**
 * Takes the waiting events of this organisation, oldest first; they count as mailed with this transaction. Empty when
 * another server is doing it.
 */
export async function takeUntold(trx: Trx, organisationId: string, limit: number): Promise<UntoldEvent[]> {
  if (!(await tryLockNamed(trx, `untold ${organisationId}`))) return [];
  const takenRows = await trx
    .deleteFrom('untoldEvents')
    .where('eventId', 'in', (eb) =>
      eb
        .selectFrom('untoldEvents')
        .select('eventId')
        .where('organisationId', '=', organisationId)
        .orderBy('at')
        .orderBy('eventId')
        .limit(limit),
    )
    // As text, because a Date has no microseconds.
    .returning(['eventId', sql<string>`at::text`.as('at')])
    .execute();
  const ids = takenRows.map(({ eventId }) => eventId);
  const times = takenRows.map(({ at }) => at);
  // An event has the same time in both tables; with it, only the partitions of these events are read.
  return trx
    .selectFrom('historyEvents')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])
      and at >= (select min(one::timestamptz) from unnest(${times}::text[]) as one)
      and at <= (select max(one::timestamptz) from unnest(${times}::text[]) as one)`)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
