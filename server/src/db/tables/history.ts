import type { HistoryEntity, HistoryType } from '@fournil/contract/history/historyEvent';
import type { Generated } from 'kysely';

export interface HistoryTables {
  historyEvents: {
    id: string;
    organisationId: string;
    type: HistoryType;
    entity: HistoryEntity;
    originId: string;
    originName: string;
    targetEntity: HistoryEntity | null;
    targetId: string | null;
    targetName: string | null;
    actorId: string | null;
    actorName: string;
    /** The staff member behind a client's session. */
    masterId: string | null;
    masterName: string | null;
    fields: Generated<string[]>;
    at: Generated<Date>;
    /** When those who want e-mails about it were told. */
    toldAt: Generated<Date | null>;
  };
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
