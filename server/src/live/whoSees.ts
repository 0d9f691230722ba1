import { can } from '@fournil/contract/rights/policy';
import { organisationScope } from '../db/database.ts';
import { currentCallers } from '../identity/index.ts';
import { type Member, memberOf } from '../kit/caller.ts';
import type { Seen, SeenBy } from '../kit/hub.ts';
import type { LiveNote } from '../kit/notifyLive.ts';
import type { Services } from '../kit/services.ts';
import { isLimited, type SeenTable, seenIds } from '../rights/index.ts';

/** The table of a change's objects, when some people see only some of them. */
const tables: Partial<Record<LiveNote['resource'], SeenTable>> = {
  machines: 'machines',
  // The ids of these are those of their machines.
  programMachines: 'machines',
  programs: 'programs',
  menus: 'menus',
  structures: 'structures',
};

const nothing: ReadonlySet<string> = new Set();

/**
 * The people who may receive these changes of one organisation, by their present rights. One round trip for any number
 * of people, and none when all of them see everything.
 */
export async function whoSees(
  services: Services,
  organisationId: string,
  sessionIds: readonly string[],
  notes: readonly LiveNote[],
): Promise<SeenBy> {
  const callers = await currentCallers(services, sessionIds);
  const members = new Map<string, Member>();
  for (const [sessionId, caller] of callers)
    if (caller?.organisationId === organisationId) members.set(sessionId, memberOf(caller));
  const seen = await look(services, organisationId, [...members.values()], notes);
  const seenBy = (table: SeenTable, { userId }: Member) => seen.get(table)?.get(userId) ?? nothing;
  const sightOf = (member: Member, note: LiveNote): Pick<Seen, 'ids' | 'gone'> => {
    if (!mayReceive(member, note)) return { ids: own(member, note), gone: nothing };
    const table = tables[note.resource];
    if (!table || !isLimited(table, member)) return { ids: new Set(note.ids), gone: nothing };
    const ids = note.op === 'delete' ? nothing : seenBy(table, member);
    const structures = seenBy('structures', member);
    return { ids, gone: new Set(note.ids.filter((id) => !ids.has(id) && wasSeen(member, note, id, structures))) };
  };
  return (sessionId, note) => {
    const member = members.get(sessionId);
    return member
      ? { ...sightOf(member, note), seesPrograms: can(member, 'programs.show') }
      : { ids: nothing, gone: nothing, seesPrograms: false };
  };
}

/** By the present rights, like everything: whoever has lost a structure is told to read everything again. */
function wasSeen(member: Member, { resource, was }: LiveNote, id: string, structures: ReadonlySet<string>): boolean {
  const before = was?.[id];
  if (!before) return false;
  if ('approved' in before) return before.approved || before.writerIds.includes(member.userId);
  if (before.structureId !== null) return structures.has(before.structureId);
  return resource !== 'structures' && can(member, 'machines.seeWithoutStructure');
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

/** What has to be known of a change: whether people see its objects, and the structures in which these were. */
function questionsOf(note: LiveNote): { table: SeenTable; ids: readonly string[]; note: LiveNote }[] {
  const table = tables[note.resource];
  if (!table) return [];
  const structures = Object.values(note.was ?? {}).flatMap((was) => ('structureId' in was && was.structureId) || []);
  return [
    ...(note.op === 'delete' ? [] : [{ table, ids: note.ids, note }]),
    ...(structures.length > 0 ? [{ table: 'structures' as const, ids: structures, note }] : []),
  ];
}

/** By table and person: the objects of the changes, and their former structures, that they see. */
async function look(
  services: Services,
  organisationId: string,
  members: readonly Member[],
  notes: readonly LiveNote[],
): Promise<Map<SeenTable, Map<string, ReadonlySet<string>>>> {
  const asked = Map.groupBy(notes.flatMap(questionsOf), ({ table }) => table);
  const questions = [...asked].flatMap(([table, ofTable]) => {
    const concerns = (one: Member) =>
      ofTable.some(({ note }) => isLimited(tables[note.resource] ?? table, one) && mayReceive(one, note));
    const limited = members.filter(concerns);
    return limited.length > 0 ? [{ table, limited, ids: [...new Set(ofTable.flatMap(({ ids }) => ids))] }] : [];
  });
  if (questions.length === 0) return new Map();
  return services.db.read(organisationScope(organisationId), async (trx) => {
    const ask = async ({ table, limited, ids }: (typeof questions)[number]) =>
      [table, await seenIds(trx, table, limited, ids)] as const;
    return new Map(await Promise.all(questions.map(ask)));
  });
}
