import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For calls whose body lists the ids of up to ten thousand rows. */
    hasManyValues?: boolean;
  }
}

/** The longest program has 500 values, five deep. */
const limits = { usual: 2500, many: 12_000, depth: 32 } as const;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
/** Brackets and braces differ in this bit only. */
const braceBit = 0x20;
const [opening, closing] = [0x7b, 0x7d];

/**
 * SEC-06: whether a JSON body has more values or levels than any call needs. Counted on the bytes before parsing,
 * because parsing a megabyte of brackets takes a tenth of a second, and a schema would report each of half a million
 * wrong entries. Invalid JSON is left to the parser to refuse.
 */
export function isCrowded(body: Buffer, most: number): boolean {
  const counts = { values: 0, depth: 0, most };
  for (let at = 0; at < body.length; ) {
    const text = body.indexOf(quote, at);
    const end = text === -1 ? body.length : text;
    if (!count(body, at, end, counts)) return true;
    at = text === -1 ? end : endOfText(body, text + 1);
  }
  return false;
}

/** Counts the bytes between two strings; false as soon as a limit is exceeded. */
function count(
  body: Buffer,
  from: number,
  to: number,
  counts: { values: number; depth: number; most: number },
): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = body[at] ?? 0;
    const brace = byte | braceBit;
    if (brace === closing) counts.depth -= 1;
    if (brace === opening) counts.depth += 1;
    if (brace === opening || byte === comma) counts.values += 1;
    if (counts.values > counts.most || counts.depth > limits.depth) return false;
  }
  return true;
}

/** The refusal of a body that exceeds the limits, or null. */
export function crowded({ routeOptions }: FastifyRequest, body: Buffer): Refusal | null {
  const most = routeOptions.config.hasManyValues ? limits.many : limits.usual;
  if (!isCrowded(body, most)) return null;
  return new Refusal(400, {
    en: `This request holds more than ${most} values, or goes deeper than ${limits.depth} levels.`,
    fr: `Cette demande contient plus de ${most} valeurs ou dépasse ${limits.depth} niveaux.`,
  });
}

/** The position after the closing quote; uses indexOf, which is fast on the long strings of pictures and files. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(quote, from); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (body[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return body.length;
}
