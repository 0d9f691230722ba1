import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import { organisationScope, type Trx } from '../db/database.ts';
import { currentCallers } from '../identity/index.ts';
import { type Caller, type Member, memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import type { SeenBy } from '../kit/hub.ts';
import type { LiveNote } from '../kit/notifyLive.ts';
import {
  seesEveryMachine,
  seesEveryProgram,
  seesEveryStructure,
  visibleMachines,
  visiblePrograms,
  visibleStructures,
} from '../rights/index.ts';

interface Reading {
  table: 'machines' | 'programs' | 'structures';
  seesEvery: (member: Member) => boolean;
  visible: (member: Member, reader: RawBuilder<string>) => RawBuilder<boolean>;
}
const ofMachines: Reading = { table: 'machines', seesEvery: seesEveryMachine, visible: visibleMachines };
const readings: Partial<Record<LiveNote['resource'], Reading>> = {
  machines: ofMachines,
  // The ids of these are their machines'.
  programMachines: ofMachines,
  programs: { table: 'programs', seesEvery: seesEveryProgram, visible: visiblePrograms },
  structures: { table: 'structures', seesEvery: seesEveryStructure, visible: visibleStructures },
};

const nothing: ReadonlySet<string> = new Set();

/**
 * Who may hear what of these notes of one organisation, by the rights of this moment. However many people listen, it is
 * one round trip: a query for each set of rights that some of them share.
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
  const found = await look(house, organisationId, [...members.values()], notes);
  const idsFor = (member: Member, note: LiveNote) => {
    if (!hearsOf(member, note)) return own(member, note);
    const reading = limits(member, note);
    return reading ? (found.get(reading.table)?.get(member.userId) ?? nothing) : new Set(note.ids);
  };
  return (sessionId, note) => {
    const member = members.get(sessionId);
    return member
      ? { ids: idsFor(member, note), seesPrograms: can(member, 'programs.show') }
      : { ids: nothing, seesPrograms: false };
  };
}

/** Everybody hears that something about themselves has changed: what they see may have, with it. */
function own(member: Member, note: LiveNote): ReadonlySet<string> {
  return note.resource === 'users' && note.ids.includes(member.userId) ? new Set([member.userId]) : nothing;
}

function hearsOf(member: Member, { resource, moving }: LiveNote): boolean {
  // What a machine does now is more than its name.
  if (moving) return can(member, 'machines.show');
  return can(member, `${resource}.list`);
}

/**
 * What hides some of these objects from this person; null where nothing does. Of what is gone, only that it is gone is
 * told.
 */
function limits(member: Member, note: LiveNote): Reading | null {
  const reading = readings[note.resource];
  return reading && note.op !== 'delete' && !reading.seesEvery(member) ? reading : null;
}

/** By table and person: which of the objects they see. */
type Found = Map<Reading['table'], Map<string, ReadonlySet<string>>>;

interface Question {
  reading: Reading;
  /** One of those who hold these rights. */
  like: Member;
  userIds: string[];
  ids: string[];
}

async function look(
  house: House,
  organisationId: string,
  members: readonly Member[],
  notes: readonly LiveNote[],
): Promise<Found> {
  const groups = [...Map.groupBy(members, rightsOf).values()];
  const questions = [...new Set(Object.values(readings))].flatMap((reading) =>
    groups.flatMap((group) => questionOf(reading, group, notes)),
  );
  if (questions.length === 0) return new Map();
  return house.db.read(organisationScope(organisationId), async (trx) => {
    const found: Found = new Map();
    const answers = await Promise.all(questions.map((question) => ask(trx, question)));
    for (const [index, { reading }] of questions.entries()) {
      const ofTable = found.get(reading.table) ?? new Map();
      for (const { userId, ids } of answers[index] ?? []) ofTable.set(userId, new Set(ids));
      found.set(reading.table, ofTable);
    }
    return found;
  });
}

function questionOf(reading: Reading, group: Member[], notes: readonly LiveNote[]): Question[] {
  const [like] = group;
  const ids = like
    ? notes.flatMap((note) => (hearsOf(like, note) && limits(like, note) === reading ? note.ids : []))
    : [];
  return like && ids.length > 0 ? [{ reading, like, userIds: group.map(({ userId }) => userId), ids }] : [];
}

async function ask(trx: Trx, { reading, like, userIds, ids }: Question) {
  const { rows } = await sql<{ userId: string; ids: string[] }>`
    select reader.id as "userId", seen.ids from unnest(${userIds}::uuid[]) reader(id) cross join lateral (
      select array_agg(id) as ids from ${sql.table(reading.table)}
      where id = any(${ids}::uuid[]) and ${reading.visible(like, sql`reader.id`)}
    ) seen where seen.ids is not null`.execute(trx);
  return rows;
}

/** The same for all who hold the same rights: what one of them sees differs from another by their own id alone. */
function rightsOf({
  kind,
  rights,
  master,
  passwordChangeRequired,
  secondStepPending,
  secondStepMissing,
}: Caller): string {
  return [
    kind,
    ...rights,
    master ? 'behind' : '',
    passwordChangeRequired || secondStepPending || secondStepMissing ? 'pending' : '',
  ].join(' ');
}
