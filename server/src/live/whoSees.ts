import { can } from '@fournil/contract/rights/policy';
import { organisationScope } from '../db/database.ts';
import { currentCallers } from '../identity/index.ts';
import { type Member, memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import type { SeenBy } from '../kit/hub.ts';
import type { LiveNote } from '../kit/notifyLive.ts';
import { isLimited, type SeenTable, seenIds } from '../rights/index.ts';

/** The table of a change's objects, when some people see only some of them. */
const tables: Partial<Record<LiveNote['resource'], SeenTable>> = {
  machines: 'machines',
  // The ids of these are those of their machines.
  programMachines: 'machines',
  programs: 'programs',
  structures: 'structures',
};

const nothing: ReadonlySet<string> = new Set();

/**
 * The people who may receive these changes of one organisation, by their present rights. One round trip for any number
 * of people, and none when all of them see everything.
 */
export async function whoSees(
  house: House,
  organisationId: string,
  sessionIds: readonly string[],
  notes: readonly LiveNote[],
): Promise<SeenBy> {
  const callers = await currentCallers(house, sessionIds);
  const members = new Map<string, Member>();
  for (const [sessionId, caller] of callers)
    if (caller?.organisationId === organisationId) members.set(sessionId, memberOf(caller));
  const seen = await look(house, organisationId, [...members.values()], notes);
  const idsFor = (member: Member, note: LiveNote) => {
    if (!mayReceive(member, note)) return own(member, note);
    const table = tableOf(note);
    return table && isLimited(table, member) ? (seen.get(table)?.get(member.userId) ?? nothing) : new Set(note.ids);
  };
  return (sessionId, note) => {
    const member = members.get(sessionId);
    return member
      ? { ids: idsFor(member, note), seesPrograms: can(member, 'programs.show') }
      : { ids: nothing, seesPrograms: false };
  };
}

/** Everybody gets changes of their own account, because what they see may have changed with it. */
function own(member: Member, note: LiveNote): ReadonlySet<string> {
  return note.resource === 'users' && note.ids.includes(member.userId) ? new Set([member.userId]) : nothing;
}

function mayReceive(member: Member, { resource, moving }: LiveNote): boolean {
  // The present state of a machine needs the right to open its page, not only to see its name.
  if (moving) return can(member, 'machines.show');
  return can(member, `${resource}.list`);
}

/** A deletion is sent to everybody, because it is not stored who saw the record. */
function tableOf({ resource, op }: LiveNote): SeenTable | undefined {
  return op === 'delete' ? undefined : tables[resource];
}

/** By table and person: the objects of the changes that they see. */
async function look(
  house: House,
  organisationId: string,
  members: readonly Member[],
  notes: readonly LiveNote[],
): Promise<Map<SeenTable, Map<string, ReadonlySet<string>>>> {
  const questions = [...Map.groupBy(notes, tableOf)].flatMap(([table, ofTable]) => {
    if (!table) return [];
    const limited = members.filter((one) => isLimited(table, one) && ofTable.some((note) => mayReceive(one, note)));
    return limited.length > 0 ? [{ table, limited, ids: [...new Set(ofTable.flatMap(({ ids }) => ids))] }] : [];
  });
  if (questions.length === 0) return new Map();
  return house.db.read(organisationScope(organisationId), async (trx) => {
    const ask = async ({ table, limited, ids }: (typeof questions)[number]) =>
      [table, await seenIds(trx, table, limited, ids)] as const;
    return new Map(await Promise.all(questions.map(ask)));
  });
}
