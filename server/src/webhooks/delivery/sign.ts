import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { Tables } from '../../db/tables/index.ts';
import type { Services } from '../../kit/services.ts';

const secretBytes = 32;

/** A new secret in the form of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

type Secrets = Pick<Selectable<Tables['webhooks']>, 'secret' | 'formerSecret' | 'formerSecretUntil'>;

/**
 * The headers of one try: the id is the same in every try, the time is this one's. For a day after a new secret was
 * made, the former one signs too.
 */
export function signedHeaders(
  services: Services,
  { messageId, payload }: { messageId: string; payload: string },
  of: Secrets,
) {
  const now = services.now();
  const isRotating = of.formerSecret !== null && of.formerSecretUntil !== null && of.formerSecretUntil > now;
  const secrets = [of.secret, ...(isRotating && of.formerSecret ? [of.formerSecret] : [])];
  const id = `msg_${messageId}`;
  const signatures = secrets.map((secret) => new Webhook(services.keys.decrypt(secret)).sign(id, now, payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
