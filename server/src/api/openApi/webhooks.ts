import { webhookMessage, webhookTypes, webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import type { z } from 'zod';
import type { DocumentSchemas } from './schemas.ts';

/** INT-05: the messages of webhooks by their type, each with its schema. */
export const messages: ReadonlyMap<string, z.ZodType> = new Map(
  webhookTypes.map((type) => [type, webhookMessage(type)]),
);

/** What the addresses of an organisation's webhooks are called with (OpenAPI 3.1, `webhooks`). */
export function webhookCalls(schemas: DocumentSchemas): Record<string, object> {
  return Object.fromEntries(
    webhookTypes.map((type) => {
      const words = webhookTypeWords[type].en;
      const name = type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
      const call = {
        operationId: `on${name}`,
        summary: words,
        description: `${words}. Signed after the Standard Webhooks specification; sent again until it is answered by 2xx.`,
        tags: ['Webhooks'],
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
          name: header,
          in: 'header',
          required: true,
          description: headerWords[header],
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.of(messages.get(type) as z.ZodType) } },
        },
        responses: { 204: { description: 'Taken.' }, 410: { description: 'The webhook is paused.' } },
      };
      return [type, { post: call }];
    }),
  );
}

const headerWords: Record<string, string> = {
  'webhook-id': 'The id of the message, the same each time it is sent.',
  'webhook-timestamp': 'Seconds since 1970.',
  'webhook-signature': 'One or two signatures, `v1,…`, with spaces between.',
};
