import { z } from 'zod';

/**
 * SCL-01: what a shared broker asks POST `machine-link/broker-access`: may this client connect, or use this topic? For
 * EMQX's HTTP authentication and authorisation the body is a template of the operator; VerneMQ's webhooks have a form
 * of their own.
 */
export const brokerQuestion = z.object({
  clientId: z.string().max(200),
  /** The common name of the client's certificate: needed for the question whether it may connect. */
  commonName: z.string().max(200).optional(),
  /** A server that ends a machine's connection gives one. */
  password: z.string().max(200).nullish(),
  action: z.enum(['publish', 'subscribe']).optional(),
  topic: z.string().max(300).optional(),
});
export type BrokerQuestion = z.infer<typeof brokerQuestion>;

export const vernemqQuestion = z.object({
  client_id: z.string().max(200),
  username: z.string().max(200).nullish(),
  password: z.string().max(200).nullish(),
  topic: z.string().max(300).optional(),
  topics: z.array(z.object({ topic: z.string().max(300) })).optional(),
});

export const brokerAnswer = z.object({
  result: z.union([z.enum(['allow', 'deny', 'ok']), z.object({ error: z.literal('not_allowed') })]),
});
