import type { Generated } from 'kysely';

export interface LiveTables {
  /** Changes that browsers are told of, for some minutes. Unlogged: after a crash all browsers read again. */
  liveNotes: {
    id: Generated<string>;
    /** The number of the transaction that wrote it: what is new since a snapshot is found by it. */
    transaction: Generated<string>;
    organisationId: string;
    /** A `LiveNote` as JSON. */
    note: string;
  };
}
