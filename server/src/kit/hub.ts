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

/** Which of a note's objects the person of a session may hear of, and whether with what programs hold. */
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
/** What a change carries: for whoever may see programs, and for whoever may not (decision 0020). */
export interface Told {
  whole: Record<string, unknown>;
  withoutPrograms: Record<string, unknown>;
}
export type Loader = (note: LiveNote) => Promise<Map<string, Told>>;
/** Brings changes of this and every other server to the browsers that may see them. */
export interface Hub {
  /** Null when this person has too many open streams. */
  join(listener: Listener): (() => void) | null;
  /** Set once, by whoever knows the people; until then nobody hears anything. */
  filter(filter: Filter): void;
  /** Fills in what a change carries: set once by the room that owns the resource. */
  describe(resource: Change['resource'], load: Loader): void;
  /** Ends every stream; browsers come back and ask again. */
  endStreams(): void;
  close(): Promise<void>;
}
