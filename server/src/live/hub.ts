import type { Change } from '@fournil/contract/live/change';
import pg from 'pg';
import type { Filter, Hub, Listener, Loader, Seen, Told } from '../kit/hub.ts';
import type { LiveNote } from '../kit/notifyLive.ts';
import { liveChannel } from '../kit/notifyLive.ts';
import { joined } from './joined.ts';

/** What a change carries, serialised. */
type Texts = Record<keyof Told, string>;

const streamsPerPerson = 10;
const pollMilliseconds = 1000;
/**
 * A first change goes out at once; those that follow it within this time go out together, and are filtered together.
 */
const paceMilliseconds = 50;

export async function openHub(url: string, onError: (error: Error) => void): Promise<Hub> {
  const byOrganisation = new Map<string, Set<Listener>>();
  const waiting = new Map<string, LiveNote[]>();
  const loaders = new Map<string, Loader>();
  let filter: Filter | null = null;
  let counter = 0;
  let closed = false;
  let client: pg.Client | null = null;

  const everyone = () => [...byOrganisation.values()].flatMap((listeners) => [...listeners]);

  /** Who is let go comes back and asks again: what was missed does not matter then. */
  const letGo = (listeners: Iterable<Listener>) => {
    for (const listener of [...listeners]) listener.close();
  };
  const endStreams = () => letGo(everyone());

  function receive(note: LiveNote): void {
    const { organisationId } = note;
    if (!byOrganisation.get(organisationId)?.size) return;
    const isUnderWay = waiting.has(organisationId);
    waiting.set(organisationId, joined(waiting.get(organisationId) ?? [], note));
    if (!isUnderWay) void work(organisationId);
  }

  /** One batch after the other, so that everybody hears changes in their order. */
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
    const [sight, texts] = await Promise.all([
      filter(
        organisationId,
        listeners.map(({ sessionId }) => sessionId),
        notes,
      ),
      Promise.all(notes.map(textsOf)),
    ]);
    for (const listener of listeners) {
      const text = notes.map((note, index) => select(sight(listener.sessionId, note), note, texts[index])).join('');
      if (text && !listener.write(text)) listener.close();
    }
  }

  /** Serialised once per change, however many receive it. */
  async function textsOf(note: LiveNote): Promise<Map<string, Texts>> {
    const told = note.moving ? await loaders.get(note.resource)?.(note) : undefined;
    return new Map(
      note.ids.map((id) => {
        const number = ++counter;
        const textOf = (item?: Record<string, unknown>) =>
          eventText({ resource: note.resource, op: note.op, id, ...(item ? { item } : {}) }, number);
        const one = told?.get(id);
        return [id, { whole: textOf(one?.whole), withoutPrograms: textOf(one?.withoutPrograms) }];
      }),
    );
  }

  /** Listens until the connection ends. */
  async function listenOnce(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'fournil-live' });
    await next.connect();
    const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()));
    next.on('notification', ({ payload }) => receive(JSON.parse(payload ?? '') as LiveNote));
    await next.query(`listen ${liveChannel}`);
    client = next;
    await ended;
  }

  async function listen(): Promise<void> {
    while (!closed) {
      await listenOnce().catch((error: Error) => closed || onError(error));
      // Nobody knows what was missed meanwhile: browsers reconnect and ask again.
      endStreams();
      await new Promise((resolve) => setTimeout(resolve, closed ? 0 : pollMilliseconds));
    }
  }
  void listen();

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
    describe: (resource, load) => void loaders.set(resource, load),
    endStreams,
    close: async () => {
      closed = true;
      endStreams();
      await client?.end().catch(() => undefined);
    },
  };
}

function select({ ids, seesPrograms }: Seen, note: LiveNote, texts: Map<string, Texts> | undefined): string {
  return note.ids
    .filter((id) => ids.has(id))
    .map((id) => texts?.get(id)?.[seesPrograms ? 'whole' : 'withoutPrograms'])
    .join('');
}

function eventText(change: Change, id: number): string {
  return `id: ${id}\nevent: ${change.resource}\ndata: ${JSON.stringify(change)}\n\n`;
}
