import type { Generated } from 'kysely';

export interface IdempotencyTables {
  idempotencyKeys: {
    who: string;
    key: string;
    /** The organisation, for rows written by its login; the gate login reads all. */
    organisationId: string | null;
    fingerprint: string;
    createdAt: Date;
    /** Null until the call was answered. */
    status: Generated<number | null>;
    /** The answer, encrypted with the server's key, because an answer may contain a secret that is shown once. */
    answer: Generated<string | null>;
  };
}
