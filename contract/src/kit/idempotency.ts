/**
 * SEC-08: a caller who does not know whether a POST arrived sends it again with the same key, and it is done once
 * (IETF draft "The Idempotency-Key HTTP Header Field"). Keys are distinguished by caller and kept for a day.
 */
export const idempotency = {
  header: 'idempotency-key',
  keptHours: 24,
  /** Printable ASCII, with or without the quotes of a structured field. */
  key: /^"?([\x21\x23-\x7e]{1,255})"?$/,
} as const;
