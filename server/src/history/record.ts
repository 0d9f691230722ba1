import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { newId } from '../kit/ids.ts';
import { isTold } from './untold.ts';

interface Thing {
  entity: HistoryEntity;
  id: string;
  name: string;
}

export interface Event {
  type: HistoryType;
  origin: Thing;
  target?: Thing;
  /** Fields that an update changed. */
  fields?: string[];
}

/** PostgreSQL takes 65,535 values in one statement. */
const eventsPerStatement = 2000;

/** HIS-01: writes what was done, in the transaction that does it. */
export async function record(
  trx: Trx,
  actor: Pick<Member, 'organisationId' | 'fullName' | 'master'> & { userId: string | null },
  ...events: Event[]
): Promise<void> {
  for (let from = 0; from < events.length; from += eventsPerStatement) await insert(trx, actor, events.slice(from, from + eventsPerStatement));
}

async function insert(trx: Trx, actor: Parameters<typeof record>[1], events: Event[]): Promise<void> {
  await trx
    .insertInto('historyEvents')
    .values(
      events.map(({ type, origin, target, fields }) => ({
        id: newId(),
        organisationId: actor.organisationId,
        type,
        entity: origin.entity,
        originId: origin.id,
        originName: origin.name,
        targetEntity: target?.entity ?? null,
        targetId: target?.id ?? null,
        targetName: target?.name ?? null,
        actorId: actor.userId,
        actorName: actor.fullName,
        masterId: actor.master?.userId ?? null,
        masterName: actor.master?.fullName ?? null,
        fields: fields ?? [],
        toldAt: isTold(type, origin.entity) ? null : sql<Date>`now()`,
      })),
    )
    .execute();
}
