import type { Change } from '@fournil/contract/live/change';
import type { Database } from '../db/database.ts';
import type { Notices } from '../db/notices.ts';
import type { ChangeData, Filter, Hub, Listener, Loader, Seen } from '../kit/hub.ts';
import type { LiveNote } from '../kit/notifyLive.ts';
import { joined } from './joined.ts';
import { receiveNotes } from './receiveNotes.ts';

/** A change in serialised form. */
type Texts = Record<keyof ChangeData | 'gone', string>;

const streamsPerPerson = 10;
/** The first change is sent at once; those that follow within this time are sent and filtered together. */
const paceMilliseconds = 50;

export function openHub(db: Database, notices: Notices, onError: (error: Error) => void): Hub {
  const byOrganisation = new Map<string, Set<Listener>>();
  const waiting = new Map<string, LiveNote[]>();
  const serialiser = openSerialiser();
  let filter: Filter | null = null;
  let closed = false;

  const everyone = () => [...byOrganisation.values()].flatMap((listeners) => [...listeners]);

  const endStreams = () => letGo(everyone());

  function receive(note: LiveNote): void {
    const { organisationId } = note;
    if (!byOrganisation.get(organisationId)?.size) return;
    const isUnderWay = waiting.has(organisationId);
    waiting.set(organisationId, joined(waiting.get(organisationId) ?? [], note));
    if (!isUnderWay) void work(organisationId);
  }

  /** One batch after the other, so that everybody gets changes in order. */
  async function work(organisationId: string): Promise<void> {
    for (let notes = waiting.get(organisationId); notes?.length && !closed; notes = waiting.get(organisationId)) {
      waiting.set(organisationId, []);
      await deliver(organisationId, notes).catch((error: Error) => {
        onError(error);
        letGo(byOrganisation.get(organisationId) ?? []);
      });
      await new Promise((resolve) => setTimeout(resolve, paceMilliseconds));
    }
    waiting.delete(organisationId);
  }

  async function deliver(organisationId: string, notes: LiveNote[]): Promise<void> {
    const listeners = [...(byOrganisation.get(organisationId) ?? [])];
    if (!filter || listeners.length === 0) return;
    const [seenBy, texts] = await Promise.all([
      filter(
        organisationId,
        listeners.map(({ sessionId }) => sessionId),
        notes,
      ),
      Promise.all(notes.map(serialiser.textsOf)),
    ]);
    for (const listener of listeners) {
      const text = notes.map((note, index) => select(seenBy(listener.sessionId, note), note, texts[index])).join('');
      if (text && !listener.write(text)) listener.close();
    }
  }

  const notes = receiveNotes(db, notices, { receive, endStreams, onError });

  return {
    join: (listener) => {
      const listeners = byOrganisation.get(listener.organisationId) ?? new Set();
      if ([...listeners].filter((one) => one.userId === listener.userId).length >= streamsPerPerson) return null;
      byOrganisation.set(listener.organisationId, listeners.add(listener));
      return () => listeners.delete(listener);
    },
    filter: (one) => {
      filter = one;
    },
    describe: serialiser.describe,
    endStreams,
    close: async () => {
      closed = true;
      notes.close();
      endStreams();
    },
  };
}

function select({ ids, gone, seesPrograms }: Seen, note: LiveNote, texts: Map<string, Texts> | undefined): string {
  const variant = (id: string) => (gone.has(id) ? 'gone' : seesPrograms ? 'whole' : 'withoutPrograms');
  return note.ids
    .filter((id) => ids.has(id) || gone.has(id))
    .map((id) => texts?.get(id)?.[variant(id)])
    .join('');
}

/** A closed stream reconnects and the page reads again, so missed changes do not matter. */
function letGo(listeners: Iterable<Listener>): void {
  for (const listener of [...listeners]) listener.close();
}

/** Serialises each change once for all its receivers. */
function openSerialiser() {
  const loaders = new Map<string, Loader>();
  let counter = 0;
  return {
    describe: (resource: string, load: Loader) => void loaders.set(resource, load),
    textsOf: async (note: LiveNote): Promise<Map<string, Texts>> => {
      const told = note.moving ? await loaders.get(note.resource)?.(note) : undefined;
      return new Map(note.ids.map((id) => [id, serialise(note, id, ++counter, told?.get(id))]));
    },
  };
}

function serialise({ resource, op }: LiveNote, id: string, number: number, told: ChangeData | undefined): Texts {
  const textOf = (item?: Record<string, unknown>) => eventText({ resource, op, id, ...(item ? { item } : {}) }, number);
  const gone = eventText({ resource, op: 'delete', id }, number);
  return { whole: textOf(told?.whole), withoutPrograms: textOf(told?.withoutPrograms), gone };
}

function eventText(change: Change, id: number): string {
  return `id: ${id}\nevent: ${change.resource}\ndata: ${JSON.stringify(change)}\n\n`;
}
