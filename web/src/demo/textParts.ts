export interface TextPart {
  key: number;
  text: string;
  /** The path of a link within this console. */
  path?: string;
  /** The address of any other link. */
  address?: string;
}

/**
 * Splits a plain text at its links. Links to the console, under any host name, become paths, so that they open in this
 * window.
 */
export function linked(text: string): TextPart[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, key): TextPart => {
    if (key % 2 === 0) return { key, text: part };
    const path = /^https?:\/\/[^/#]+\/#(\/.*)$/.exec(part)?.[1];
    return path ? { key, text: part, path } : { key, text: part, address: part };
  });
}
