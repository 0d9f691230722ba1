import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface BulkTables {
  bulkRuns: {
    id: string;
    organisationId: string;
    userId: string;
    sessionId: string | null;
    /** Who acted in that person's name when it began. */
    masterId: string | null;
    masterName: string | null;
    verb: BulkVerb | 'undo';
    args: Json<Record<string, unknown>>;
    /** In the order in which they are worked off, the same for everybody. */
    ids: string[];
    undoOf: string | null;
    state: Generated<'running' | 'done' | 'stopped'>;
    /** How many of the ids are worked off. */
    position: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    refused: Generated<number>;
    /** From where it was asked for. */
    address: string | null;
    userAgent: string | null;
    createdAt: Generated<Date>;
    finishedAt: Date | null;
  };
  /** Rows that changed or were refused; those that were so already leave no trace. */
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
