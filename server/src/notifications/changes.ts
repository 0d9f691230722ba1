import type { NotificationSwitch } from '@fournil/contract/accounts/profile';
import type { HistoryEntity } from '@fournil/contract/history/historyEvent';
import { type Action, can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../db/database.ts';
import { seenByEach, takeUntold, type UntoldEvent, untoldOrganisations } from '../history/index.ts';
import { isOpenAt, selectPeople, toCaller } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import { repeat } from '../kit/process/repeat.ts';
import type { Services } from '../kit/services.ts';
import { changesMail } from './mails/changesMail.ts';
import { writeMail } from './mails/writeMail.ts';

const slowestTickMilliseconds = 5000;
/** The events of one mail; further ones come in another mail. */
const eventsAtOnce = 20_000;
/** While changes continue, their mail waits, at most for this multiple of the interval. */
const patience = 4;

const subjects = [
  { entity: 'program', mailSwitch: 'notificationPrograms', see: 'programs.show', approve: 'programs.approve' },
  { entity: 'tag', mailSwitch: 'notificationTags', see: 'tags.show', approve: null },
  { entity: 'structure', mailSwitch: 'notificationStructures', see: 'structures.show', approve: null },
  { entity: 'machine', mailSwitch: 'notificationMachines', see: 'machines.show', approve: 'machines.approve' },
] as const satisfies { entity: HistoryEntity; mailSwitch: NotificationSwitch; see: Action; approve: Action | null }[];

/** PRO-06: looks for waiting events at an interval, so that a crash loses none, on any server. */
export function watchChanges(services: Services): { close(): Promise<void> } {
  const { digestSeconds } = services.config;
  const tick = async () => {
    for (const { organisationId, first, last } of await services.db.as(gateScope, untoldOrganisations)) {
      const [since, quiet] = [first, last].map((at) => (services.now().getTime() - at.getTime()) / 1000);
      const isOver = (quiet ?? 0) >= digestSeconds / 8 || (since ?? 0) >= digestSeconds * patience;
      if ((since ?? 0) >= digestSeconds && isOver) await tellChanges(services, organisationId);
    }
  };
  return repeat(tick, Math.min(slowestTickMilliseconds, digestSeconds * 500), (error) =>
    services.log.error({ err: error }, 'changes to be told'),
  );
}

/** One mail for each person who has switched them on; taking the events and writing the mails are one transaction. */
async function tellChanges(services: Services, organisationId: string): Promise<void> {
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const events = await takeUntold(trx, organisationId, eventsAtOnce);
    if (events.length === 0) return;
    const readers = await readersOf(services, trx, organisationId);
    if (readers.length === 0) return;
    const waiting = await waitingAmong(trx, events);
    const sees = await seenByEach(
      trx,
      readers.map(({ member }) => member),
      events,
    );
    for (const { member, firstName, wishes } of readers) {
      const seenEvents = events.filter(
        (event) => wishes.has(event.entity) && isNews(member, event) && sees(member, event),
      );
      const [first] = seenEvents;
      if (first)
        await writeChanges(services, trx, {
          member,
          firstName,
          events: seenEvents,
          waiting: waitsFor(member, seenEvents, waiting),
          first,
        });
    }
  });
}

/** A person gets no mail about their own changes, but about those of a master in their name. */
function isNews(member: Member, { actorId, masterId }: UntoldEvent): boolean {
  return actorId !== member.userId || masterId !== null;
}

async function readersOf(services: Services, trx: Trx, organisationId: string) {
  const people = await selectPeople(trx)
    .where('organisationId', '=', organisationId)
    .where(isOpenAt(services.now()))
    .where('emailVerified', '=', true)
    .where((eb) => eb.or(subjects.map(({ mailSwitch }) => eb(mailSwitch, '=', true))))
    .execute();
  return people.map((person) => {
    const member = toCaller(person, '') as Member;
    const wishes = new Set<HistoryEntity>(
      subjects.filter(({ mailSwitch, see }) => person[mailSwitch] && can(member, see)).map(({ entity }) => entity),
    );
    return { member, firstName: person.firstName, wishes };
  });
}

/** Programs and paired machines that still wait for approval. */
async function waitingAmong(trx: Trx, events: readonly UntoldEvent[]): Promise<Set<string>> {
  const ids = [...new Set(events.map(({ originId }) => originId))];
  const { rows } = await sql<{ id: string }>`
    select id from programs where not approved and id = any(${ids}::uuid[])
    union all select id from machines where not approved and "pairedAt" is not null
      and id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the last event of each record that waits for this person's approval. */
function waitsFor(member: Member, events: readonly UntoldEvent[], waiting: ReadonlySet<string>): Set<string> {
  const mayApprove = new Set<HistoryEntity>(
    subjects.filter(({ approve }) => approve !== null && can(member, approve)).map(({ entity }) => entity),
  );
  const last = new Map(
    events
      .filter(({ entity, originId }) => mayApprove.has(entity) && waiting.has(originId))
      .map((one) => [one.originId, one.id]),
  );
  return new Set(last.values());
}

interface Letter {
  member: Member;
  firstName: string;
  events: UntoldEvent[];
  waiting: ReadonlySet<string>;
  first: UntoldEvent;
}

async function writeChanges(
  services: Services,
  trx: Trx,
  { member, firstName, events, waiting, first }: Letter,
): Promise<void> {
  const zones = await zonesOf(trx, events.slice(0, changesMail.lines));
  await writeMail(services, trx, {
    organisationId: member.organisationId,
    reason: `changes ${first.id} ${member.userId}`,
    to: member,
    content: changesMail.write({ events, waiting, zones }, { ...member, firstName }, services.config.publicUrl),
  });
}

/** GEN-07: some readers want the machine's time. */
async function zonesOf(trx: Trx, events: readonly UntoldEvent[]): Promise<Map<string, string | null>> {
  const ids = events.filter(({ entity }) => entity === 'machine').map(({ originId }) => originId);
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('machines').select(['id', 'timezone']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
}
