import { z } from 'zod';
import { embedded, node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { changedText, optionalText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { type SentType, testType, webhookTypes } from './webhookEvents.ts';

export const webhookLimits = {
  perOrganisation: 20,
  url: 500,
  description: 255,
  structures: 200,
  /** How long an endpoint may take to accept a connection, and to answer. */
  connectSeconds: 5,
  answerSeconds: 10,
  excerptCharacters: 1000,
  /** A message is given up this long after the event. */
  triedHours: 24,
  /** The former secret still signs for this long after a new one was made. */
  formerSecretHours: 24,
  /** An endpoint that has failed for so long, without one success, is paused. */
  failingDays: 3,
  keptDays: 14,
  deliveriesPage: 30,
  listPageSize: 50,
} as const;

/** The pauses in seconds before the second and each further try; the last one repeats until `triedHours`. */
export const webhookPauses = [5, 60, 300, 900, 3600, 7200, 14_400, 21_600, 36_000] as const;

const lowestFreePort = 1024;
const address = /^https?:\/\/(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:[/?][^\s#]*)?$/i;

/**
 * An address that can be called: `https://`, or `http://` where the operator allows the network it leads to; without a
 * name and password, and at a port that web servers use. Which computers may be called is decided when it is called.
 */
function isAddress(text: string): boolean {
  const found = address.exec(text);
  const port = found?.[1];
  return found !== null && (port === undefined || ['80', '443'].includes(port) || Number(port) >= lowestFreePort);
}

const url = z
  .string()
  .trim()
  .min(1)
  .max(webhookLimits.url)
  .refine((text) => isAddress(text) && z.url().safeParse(text).success, rule('custom.validation.webhookAddress'));
const events = z
  .array(z.enum(webhookTypes))
  .min(1, { message: 'custom.validation.webhookEvents' })
  .max(webhookTypes.length);
const structures = z.array(reference('structures')).max(webhookLimits.structures);

/** POST `webhooks` (INT-05): an address that is called when something happens. */
export const webhookInput = z.strictObject({
  url,
  description: optionalText(webhookLimits.description),
  events,
  /** Events of machines in these structures and below; empty: of all machines. */
  structures: structures.default([]),
});
export type WebhookInput = z.output<typeof webhookInput>;

/**
 * PUT `webhooks/{id}`: changes only the fields sent. Switching it on ends a pause. Structures that are sent as they were
 * read change nothing; with `isLimited: true` that holds for none, too, when none of them exists any more.
 */
export const webhookUpdate = z.strictObject({
  url: url.optional(),
  description: changedText(webhookLimits.description),
  events: events.optional(),
  structures: structures.optional(),
  isLimited: z.boolean().optional(),
  active: z.boolean().optional(),
});
export type WebhookUpdate = z.output<typeof webhookUpdate>;

/** `paused`: it has failed for days, or answered 410, and was switched off by the server. */
export const webhookStates = ['on', 'failing', 'off', 'paused'] as const;
export type WebhookState = (typeof webhookStates)[number];

export const webhookView = z.object({
  ...node('Webhook'),
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(webhookTypes)),
  /** The structures that still exist. */
  structures: z.array(embedded('structures', { name: z.string() })),
  /** Only of machines in structures, even when none of them exists any more. */
  isLimited: z.boolean(),
  active: z.boolean(),
  state: z.enum(webhookStates),
  /** Since when every try has failed; null after a success. */
  failingSince: instant.nullable(),
  pausedAt: instant.nullable(),
  lastDeliveredAt: instant.nullable(),
  /** The number of messages that wait for their next try. */
  waiting: z.int(),
  /** Until then the former secret signs too. */
  formerSecretUntil: instant.nullable(),
  createdAt: instant,
  version: z.int(),
});
export type WebhookView = z.infer<typeof webhookView>;

/** GET and POST `webhooks/{id}/secret`: the secret that signs, and a new one. */
export const webhookSecret = z.object({ secret: z.string(), formerSecretUntil: instant.nullable() });
export type WebhookSecret = z.infer<typeof webhookSecret>;

/** The answer to POST contains the secret, so that a program can be set up with one call. */
export const webhookMade = webhookView.extend({ secret: z.string() });
export type WebhookMade = z.infer<typeof webhookMade>;

/**
 * Why a try got no answer, or one that counts for nothing. `address`: there is no such name, or it leads to a computer
 * that may not be called; both alike, so that nobody learns the names of the operator's network.
 */
export const webhookFailures = ['address', 'connect', 'timeout', 'tls', 'redirect', 'answer', 'aborted'] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

export const webhookTry = z.object({
  at: instant,
  /** Null when there was no answer. */
  status: z.int().nullable(),
  milliseconds: z.int(),
  failure: z.enum(webhookFailures).nullable(),
  /** The beginning of the answer's text. */
  excerpt: z.string().nullable(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

/** `failed`: given up after a day, or because the endpoint was switched off. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const sentTypes = [...webhookTypes, testType] as [SentType, ...SentType[]];

export const deliveryView = z.object({
  ...node('WebhookDelivery'),
  id: z.string(),
  /** The `webhook-id` of the message: the same in every try. */
  messageId: z.string(),
  type: z.enum(sentTypes),
  state: z.enum(deliveryStates),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  nextTryAt: instant.nullable(),
  /** How often it was tried; `tries` are the last of these. */
  triesCount: z.int(),
  tries: z.array(webhookTry),
  /** The body of the message. */
  payload: z.string(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const deliveryQuery = listQuery({
  filters: { state: z.enum(deliveryStates).optional(), type: z.enum(sentTypes).optional() },
  itemsPerPage: webhookLimits.deliveriesPage,
});
export type DeliveryPage = z.output<typeof deliveryQuery>;

export const webhookQuery = listQuery({ order: ['id', 'url', 'createdAt'], itemsPerPage: webhookLimits.listPageSize });
export type WebhookPage = z.output<typeof webhookQuery>;
