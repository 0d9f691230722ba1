import type {
  HistoryActorKind,
  HistoryChange,
  HistoryEntity,
  HistoryRefusal,
  HistoryType,
} from '@fournil/contract/history/historyEvent';
import type { ColumnType, Generated } from 'kysely';

export interface HistoryTables {
  /** AUD-01: rows are added and never changed; see migration 0048 for the two exceptions. */
  historyEvents: {
    id: string;
    /** Null for what the maker does for itself. No reference: the record outlives the organisation. */
    organisationId: string | null;
    type: HistoryType;
    entity: HistoryEntity;
    originId: string;
    originName: string;
    targetEntity: HistoryEntity | null;
    targetId: string | null;
    targetName: string | null;
    actorKind: Generated<HistoryActorKind>;
    actorId: string | null;
    actorName: string;
    /** The staff member behind a client's session. */
    masterId: string | null;
    masterName: string | null;
    fields: Generated<string[]>;
    changes: ColumnType<HistoryChange[], string, never>;
    refusal: ColumnType<HistoryRefusal | null, string | null, never>;
    /** The structure in which it happened, as it was then. */
    placeId: string | null;
    placeName: string | null;
    address: string | null;
    userAgent: string | null;
    at: Generated<Date>;
  };
  /** PRO-06: what those who want e-mails about it have not been told yet. */
  untoldEvents: { eventId: string; organisationId: string; at: Date };
  mails: {
    id: string;
    /** Null for mails about an account: they are written and sent at the gate. */
    organisationId: string | null;
    /** One mail for one reason: a repeated job makes no second one. */
    reason: string;
    toAddress: string;
    toName: string;
    subject: string;
    text: string;
    html: string;
    /** A link's token, encrypted; put in when the mail is sent, and forgotten then. */
    secret: Generated<string | null>;
    createdAt: Generated<Date>;
    sentAt: Date | null;
    /** Whoever sends it has it until then; after that it may be tried again. */
    sendingUntil: Generated<Date | null>;
    /** It will not be sent: refused for good, or what it links to is over. */
    failedAt: Generated<Date | null>;
    failure: Generated<string | null>;
  };
}
