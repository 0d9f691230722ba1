/** An invisible character without a line break; mail programs do not make a link of a text that contains it. */
const part = '\u200b';

/**
 * A text that a person has entered, for a mail: on one line, in one direction, and without anything that mail programs
 * turn into a link. Names stay readable.
 */
export function inert(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/:(?=\/)|\/(?=\/)|@(?=\S)|[.\uff0e\u3002\uff61](?=\p{L})|\.(?=\d+\.\d)/gu, `$&${part}`)
    .replace(/\b(mailto|tel|https?|ftp|javascript|data):(?=\S)/gi, `$1:${part}`);
}
