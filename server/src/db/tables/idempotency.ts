import type { Generated } from 'kysely';

export interface IdempotencyTables {
  idempotencyKeys: {
    who: string;
    key: string;
    /** Of the rows that an organisation's login wrote; the gate reads all. */
    organisationId: string | null;
    fingerprint: string;
    createdAt: Date;
    /** Null until the call was answered. */
    status: Generated<number | null>;
    /** What was answered, sealed with the server's key: an answer may hold what is shown once. */
    answer: Generated<string | null>;
  };
}
