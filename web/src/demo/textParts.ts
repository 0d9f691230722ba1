export interface TextPart {
  key: number;
  text: string;
  /** Within this page. */
  path?: string;
  /** Elsewhere. */
  address?: string;
}

/** A plain text with its links: those of the console stay in this window, whatever name the console goes by. */
export function linked(text: string): TextPart[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, key): TextPart => {
    if (key % 2 === 0) return { key, text: part };
    const path = /^https?:\/\/[^/#]+\/#(\/.*)$/.exec(part)?.[1];
    return path ? { key, text: part, path } : { key, text: part, address: part };
  });
}
