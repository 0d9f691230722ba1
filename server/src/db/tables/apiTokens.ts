import type { Right } from '@fournil/contract/rights/rights';
import type { Generated } from 'kysely';

export interface ApiTokenTables {
  /** INT-04: tokens for programs. */
  apiTokens: {
    id: string;
    organisationId: string;
    /** The client admin who made it, and whose rights bound it; null after their account was deleted. */
    madeById: string | null;
    name: string;
    /** SHA-256 of the token; only the gate login can read it. */
    hash: string;
    /** The last characters of the token. */
    ending: string;
    rights: Right[];
    structureIds: string[];
    createdAt: Date;
    endsAt: Date;
    revokedAt: Generated<Date | null>;
    lastUsedAt: Generated<Date | null>;
    lastUsedFrom: Generated<string | null>;
    /** The time at which a mail announced its end. */
    endToldAt: Generated<Date | null>;
    version: Generated<number>;
  };
}
