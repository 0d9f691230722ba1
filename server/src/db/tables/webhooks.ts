import type { DeliveryState, WebhookTry } from '@fournil/contract/webhooks/webhook';
import type { SentType, WebhookType } from '@fournil/contract/webhooks/webhookEvents';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface WebhookTables {
  /** INT-05: addresses that are called when something happens. */
  webhooks: {
    organisationId: string;
    id: string;
    url: string;
    description: string | null;
    events: WebhookType[];
    /** Empty: of all machines. */
    structureIds: string[];
    active: Generated<boolean>;
    /** Encrypted. */
    secret: string;
    formerSecret: Generated<string | null>;
    formerSecretUntil: Generated<Date | null>;
    /** Since when every try has failed, and how many in a row. */
    failingSince: Generated<Date | null>;
    failures: Generated<number>;
    /** Until then nothing is tried, because the endpoint keeps failing. */
    waitUntil: Generated<Date | null>;
    pausedAt: Generated<Date | null>;
    lastDeliveredAt: Generated<Date | null>;
    createdAt: Generated<Date>;
    version: Generated<number>;
  };
  /** One message to one endpoint, with its tries. */
  webhookDeliveries: {
    organisationId: string;
    id: string;
    webhookId: string;
    /** The same in every try, and for all endpoints. */
    messageId: string;
    type: SentType;
    /** The body, as it was signed at the first try. */
    payload: string;
    state: Generated<DeliveryState>;
    createdAt: Date;
    nextAt: Date | null;
    /** A server is sending it; after that it has died. */
    sendingUntil: Generated<Date | null>;
    deliveredAt: Generated<Date | null>;
    triesCount: Generated<number>;
    tries: Json<WebhookTry[]>;
  };
}
