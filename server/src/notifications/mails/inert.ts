/** Breaks no line and shows nowhere, but no mail program takes what it parts for an address. */
const part = '\u200b';

/**
 * What somebody wrote, as it stands in a mail: one line, in one direction, and nothing of it an address that could be
 * pressed. Names read as they are.
 */
export function inert(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/:(?=\/)|\/(?=\/)|@(?=\S)|[.\uff0e\u3002\uff61](?=\p{L})|\.(?=\d+\.\d)/gu, `$&${part}`)
    .replace(/\b(mailto|tel|https?|ftp|javascript|data):(?=\S)/gi, `$1:${part}`);
}
