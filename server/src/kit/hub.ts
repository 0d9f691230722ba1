import type { Change } from '@fournil/contract/live/change';
import type { LiveNote } from './notifyLive.ts';

/** One browser with an open event stream. */
export interface Listener {
  organisationId: string;
  userId: string;
  sessionId: string;
  /** Writes serialised events; false when the browser reads too slowly. */
  write(text: string): boolean;
  close(): void;
}

/** The objects of a change that the person of a session may receive, and whether with the programs on them. */
export interface Seen {
  ids: ReadonlySet<string>;
  /** Those that have left their sight: told as deletions. */
  gone: ReadonlySet<string>;
  seesPrograms: boolean;
}
export type SeenBy = (sessionId: string, note: LiveNote) => Seen;

/** Who may receive which changes: computed for all listeners of an organisation at once. */
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
/** Sends changes made on this and every other server to the browsers whose people may see them. */
export interface Hub {
  /** Null when this person has too many open streams. */
  join(listener: Listener): (() => void) | null;
  /** Set once at the start, by the feature `live`; until then no change is sent. */
  filter(filter: Filter): void;
  /** Reads the data that a change is sent with: set once per resource at the start, by the feature that owns it. */
  describe(resource: Change['resource'], load: Loader): void;
  /** Ends every stream; browsers reconnect and read again. */
  endStreams(): void;
  close(): Promise<void>;
}
