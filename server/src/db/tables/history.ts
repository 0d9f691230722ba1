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
    /** Null for the maker's own actions. Not a foreign key, because the record outlives the organisation. */
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
    /** The master who did it in this actor's name, in a control session (IMP-05). */
    masterId: string | null;
    masterName: string | null;
    fields: Generated<string[]>;
    changes: ColumnType<HistoryChange[], string, never>;
    refusal: ColumnType<HistoryRefusal | null, string | null, never>;
    /** The structure of the event at that time. */
    placeId: string | null;
    placeName: string | null;
    address: string | null;
    userAgent: string | null;
    at: Generated<Date>;
  };
  /** PRO-06: events that have not been mailed to those who want e-mails about them. */
  untoldEvents: { eventId: string; organisationId: string; at: Date };
  mails: {
    id: string;
    /** Null for mails about an account, which the gate login writes and sends. */
    organisationId: string | null;
    /** One mail per reason, so that a repeated job creates no second one. */
    reason: string;
    toAddress: string;
    toName: string;
    subject: string;
    text: string;
    html: string;
    /** A link's token, encrypted; inserted when the mail is sent, and deleted then. */
    secret: Generated<string | null>;
    createdAt: Generated<Date>;
    sentAt: Date | null;
    /** Reserved by the sending server until then; after that it may be tried again. */
    sendingUntil: Generated<Date | null>;
    /** It will not be sent: finally refused, or its link is no longer valid. */
    failedAt: Generated<Date | null>;
    failure: Generated<string | null>;
  };
}
