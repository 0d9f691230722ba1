/**
 * SEC-08: a caller who cannot know whether a POST arrived sends it again with the same key, and it is done once; after
 * the IETF's draft "The Idempotency-Key HTTP Header Field". A key is the caller's own and is remembered for a day.
 */
export const idempotency = {
  header: 'idempotency-key',
  keptHours: 24,
  /** Printable ASCII, with or without the quotes of a structured field. */
  key: /^"?([\x21\x23-\x7e]{1,255})"?$/,
} as const;
