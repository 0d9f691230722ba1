import { largestInteger } from '@fournil/contract/kit/integers';
import { refusalLimits } from '@fournil/contract/machine-link/refusals';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Refused } from '../reports/report.ts';

/** What was refused, with the machine that sent it. */
export type RefusedOf = Refused & { machineId: string };

interface Kind {
  last: RefusedOf;
  topic: string;
  reason: string;
  count: number;
}

/** Of what has no row of its own any more. */
export const otherKind = { topic: 'other', reason: 'other' } as const;

/**
 * MKR-01: counts what was refused by machine, topic, field and rule, and keeps the last one of each kind. SEC-09: a
 * machine that invents names cannot fill a table, because only so many of its kinds are counted separately.
 */
export async function storeRefused(trx: Trx, refused: readonly RefusedOf[]): Promise<void> {
  for (const kinds of kindsByMachine(refused))
    for (const { last, topic, reason, count } of kinds) {
      const { machineId, code, args, field = null, list = null, index = null, id = null, excerpt = null } = last;
      await sql`insert into "refusedMessages" ("machineId", topic, reason, count, code, args, field, list, "entryIndex",
          "entryId", excerpt)
        select ${machineId}::uuid, case when "hasRoom" then ${topic} else ${otherKind.topic} end,
          case when "hasRoom" then ${reason} else ${otherKind.reason} end, ${count}::int, ${code}::text,
          ${JSON.stringify(args)}::jsonb, ${field}::text, ${list}::text, ${index}::int, ${id}::text, ${excerpt}::text
        from (select exists (select from "refusedMessages" where "machineId" = ${machineId} and topic = ${topic}
          and reason = ${reason})
          or (select count(*) < ${refusalLimits.kindsPerMachine} from "refusedMessages"
            where "machineId" = ${machineId}) as "hasRoom") room
        on conflict ("machineId", topic, reason) do update
          set count = least("refusedMessages".count::bigint + excluded.count, ${largestInteger})::int, "lastAt" = now(),
            code = excluded.code, args = excluded.args, field = excluded.field, list = excluded.list,
            "entryIndex" = excluded."entryIndex", "entryId" = excluded."entryId",
            excerpt = coalesce(excluded.excerpt, "refusedMessages".excerpt)`.execute(trx);
    }
}

/** In the order of machines and kinds, so that two servers wait for each other without a deadlock. */
function kindsByMachine(refused: readonly RefusedOf[]): Kind[][] {
  const byMachine = [...Map.groupBy(refused, ({ machineId }) => machineId)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byMachine.map(([, ofOne]) => {
    const kinds = new Map<string, Kind>();
    for (const last of ofOne) {
      const own = kindOf(last);
      const isFull = kinds.size >= refusalLimits.kindsPerMachine && !kinds.has(JSON.stringify(own));
      const { topic, reason } = isFull ? otherKind : own;
      const key = JSON.stringify({ topic, reason });
      const before = kinds.get(key);
      kinds.set(key, {
        last: before && last.excerpt === undefined ? before.last : last,
        topic,
        reason,
        count: (before?.count ?? 0) + 1,
      });
    }
    return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
  });
}

function kindOf({ topic, field, code }: RefusedOf): { topic: string; reason: string } {
  return { topic: topic.slice(0, refusalLimits.fieldCharacters), reason: `${field ?? 'message'}: ${code}` };
}
