import type { Change } from '@fournil/contract/live/change';
import pg from 'pg';
import type { LiveNote } from './notify.ts';
import { liveChannel } from './notify.ts';

/** One browser that listens. */
export interface Listener {
  organisationId: string;
  userId: string;
  /** Which of these machines this person may see, or which other objects: asked once per note, in bulk. */
  sees(note: LiveNote): Promise<ReadonlySet<string>>;
  /** Writes one already serialised event; false when the reader cannot keep up. */
  write(text: string): boolean;
  close(): void;
}

/** Brings changes of this and every other server to the browsers that may see them. */
export interface Hub {
  /** Null when this person has too many open streams. */
  join(listener: Listener): (() => void) | null;
  /** Fills in what a change carries: set once by the room that owns the resource. */
  describe(resource: Change['resource'], load: (note: LiveNote) => Promise<Map<string, Record<string, unknown>>>): void;
  /** Ends every stream; browsers come back and ask again. */
  endStreams(): void;
  close(): Promise<void>;
}

const streamsPerPerson = 10;
const pollMilliseconds = 1000;

export async function openHub(url: string, onError: (error: Error) => void): Promise<Hub> {
  const byOrganisation = new Map<string, Set<Listener>>();
  const loaders = new Map<string, (note: LiveNote) => Promise<Map<string, Record<string, unknown>>>>();
  let counter = 0;
  let closed = false;
  let client: pg.Client | null = null;

  const everyone = () => [...byOrganisation.values()].flatMap((listeners) => [...listeners]);

  const endStreams = () => {
    for (const listener of everyone()) listener.close();
  };

  async function deliver(note: LiveNote): Promise<void> {
    const listeners = byOrganisation.get(note.organisationId);
    if (!listeners?.size) return;
    const items = note.moving ? await loaders.get(note.resource)?.(note) : undefined;
    // Serialised once per change, whoever receives it.
    const texts = new Map(
      note.ids.map((id) => [
        id,
        eventText({ resource: note.resource, op: note.op, id, ...(items?.has(id) ? { item: items.get(id) } : {}) }, ++counter),
      ]),
    );
    await Promise.all([...listeners].map((listener) => send(listener, note, texts)));
  }

  async function send(listener: Listener, note: LiveNote, texts: Map<string, string>): Promise<void> {
    const seen = await listener.sees(note);
    const text = note.ids
      .filter((id) => seen.has(id))
      .map((id) => texts.get(id))
      .join('');
    if (text && !listener.write(text)) listener.close();
  }

  /** Listens until the connection ends. */
  async function listenOnce(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'fournil-live' });
    await next.connect();
    const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()));
    next.on('notification', ({ payload }) => {
      deliver(JSON.parse(payload ?? '') as LiveNote).catch(onError);
    });
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
    describe: (resource, load) => void loaders.set(resource, load),
    endStreams,
    close: async () => {
      closed = true;
      endStreams();
      await client?.end().catch(() => undefined);
    },
  };
}

function eventText(change: Change, id: number): string {
  return `id: ${id}\nevent: ${change.resource}\ndata: ${JSON.stringify(change)}\n\n`;
}
