import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface BulkTables {
  bulkRuns: {
    id: string;
    organisationId: string;
    userId: string;
    sessionId: string | null;
    /** The master in that person's name when it started. */
    masterId: string | null;
    masterName: string | null;
    verb: BulkVerb | 'undo';
    args: Json<Record<string, unknown>>;
    /** In the order of processing, the same for everybody. */
    ids: string[];
    undoOf: string | null;
    state: Generated<'running' | 'done' | 'stopped'>;
    /** The number of ids processed. */
    position: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    refused: Generated<number>;
    /** Network address and browser of the request. */
    address: string | null;
    userAgent: string | null;
    createdAt: Generated<Date>;
    finishedAt: Date | null;
  };
  /** Rows that changed or were refused; rows already in the requested state are not stored. */
  bulkItems: {
    runId: string;
    itemId: string;
    organisationId: string;
    outcome: 'changed' | 'partly' | 'refused';
    name: string;
    reason: string | null;
    undo: Json<{ verb: BulkVerb; args: Record<string, unknown> }> | null;
  };
}
