import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that names rows one by one, up to ten thousand. */
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
 * SEC-06: whether a body of JSON holds more than any call needs. Counted on its bytes, before it is parsed: a megabyte
 * of brackets takes a tenth of a second to become a tree, and a schema names each of half a million entries that are
 * wrong. What is no JSON at all is the parser's to refuse.
 */
export function isCrowded(body: Buffer, most: number): boolean {
  const counted = { values: 0, depth: 0, most };
  for (let at = 0; at < body.length; ) {
    const text = body.indexOf(quote, at);
    const end = text === -1 ? body.length : text;
    if (!count(body, at, end, counted)) return true;
    at = text === -1 ? end : endOfText(body, text + 1);
  }
  return false;
}

/** Between two texts; false as soon as there is too much. */
function count(
  body: Buffer,
  from: number,
  to: number,
  counted: { values: number; depth: number; most: number },
): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = body[at] ?? 0;
    const brace = byte | braceBit;
    if (brace === closing) counted.depth -= 1;
    if (brace === opening) counted.depth += 1;
    if (brace === opening || byte === comma) counted.values += 1;
    if (counted.values > counted.most || counted.depth > limits.depth) return false;
  }
  return true;
}

/** What to refuse such a body with, or null. */
export function crowded({ routeOptions }: FastifyRequest, body: Buffer): Refusal | null {
  const most = routeOptions.config.hasManyValues ? limits.many : limits.usual;
  if (!isCrowded(body, most)) return null;
  return new Refusal(400, {
    en: `This request holds more than ${most} values, or goes deeper than ${limits.depth} levels.`,
    fr: `Cette demande contient plus de ${most} valeurs ou dépasse ${limits.depth} niveaux.`,
  });
}

/** Behind the quote that ends a text; texts are long (pictures, files), so the search is left to the engine. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(quote, from); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (body[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return body.length;
}
