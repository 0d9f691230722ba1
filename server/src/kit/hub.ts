import type { Change } from '@fournil/contract/live/change';
import type { LiveNote } from './notifyLive.ts';

/** One browser that listens. */
export interface Listener {
  organisationId: string;
  userId: string;
  sessionId: string;
  /** Writes already serialised events; false when the reader cannot keep up. */
  write(text: string): boolean;
  close(): void;
}

/** The objects of a change that the person of a session may receive, and whether with the programs on them. */
export interface Seen {
  ids: ReadonlySet<string>;
  seesPrograms: boolean;
}
export type SeenBy = (sessionId: string, note: LiveNote) => Seen;

/** Who may hear what: asked for all listeners of an organisation at once. */
export type Filter = (
  organisationId: string,
  sessionIds: readonly string[],
  notes: readonly LiveNote[],
) => Promise<SeenBy>;
/** The data sent with a change, for readers with and without the right to see programs (decision 0020). */
export interface ChangeData {
  whole: Record<string, unknown>;
  withoutPrograms: Record<string, unknown>;
}
export type Loader = (note: LiveNote) => Promise<Map<string, ChangeData>>;
/** Brings changes of this and every other server to the browsers that may see them. */
export interface Hub {
  /** Null when this person has too many open streams. */
  join(listener: Listener): (() => void) | null;
  /** Set once by the room that knows the people; until then no change is sent. */
  filter(filter: Filter): void;
  /** Fills in what a change carries: set once by the room that owns the resource. */
  describe(resource: Change['resource'], load: Loader): void;
  /** Ends every stream; browsers come back and ask again. */
  endStreams(): void;
  close(): Promise<void>;
}
