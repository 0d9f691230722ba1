/** What a `.swu` says of itself in its first entry, `sw-description`. */
export interface FileDescription {
  version: string | null;
  hardware: string[];
}

/** The description is the first entry, and small: the longest of SWUpdate's own examples has 6 kB. */
export const descriptionBytes = 65_536;
const [headerBytes, longestNameBytes] = [110, 256];
/** This much of the beginning is looked at. */
export const lookedAtBytes = headerBytes + longestNameBytes + descriptionBytes;

/**
 * Reads the first entry of a cpio archive (new ASCII format, with or without checksums: "070701", "070702"), which SWUpdate
 * wants to be `sw-description`. Null where the file is none of the kind: it is then taken as it is. `tooLarge` where the description
 * has more than `descriptionBytes`.
 */
export function readDescription(beginning: Buffer): FileDescription | 'tooLarge' | null {
  const magic = beginning.subarray(0, 6).toString('latin1');
  if (magic !== '070701' && magic !== '070702') return null;
  const field = (index: number) => Number.parseInt(beginning.subarray(6 + index * 8, 14 + index * 8).toString('latin1'), 16);
  const [sizeBytes, nameBytes] = [field(6), field(11)];
  const name = beginning.subarray(headerBytes, headerBytes + nameBytes - 1).toString('latin1');
  const from = Math.ceil((headerBytes + nameBytes) / 4) * 4;
  if (name !== 'sw-description' || !(sizeBytes > 0)) return null;
  if (sizeBytes > descriptionBytes) return 'tooLarge';
  if (from + sizeBytes > beginning.length) return null;
  return describe(beginning.subarray(from, from + sizeBytes).toString('utf8'));
}

/** Strings, comments (three kinds), names and marks: no two of them can begin at one place, so the text is passed once. */
const token = /"(?:[^"\\\n]|\\.)*"?|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|(?:#|\/\/)[^\n]*|[A-Za-z*][\w*-]*|[:=[\](){},;]/g;
const mostHardware = 100;

/** Written as libconfig or as JSON: both write these two the same way, but for the quotes around the names. */
function describe(text: string): FileDescription {
  const tokens = [...text.matchAll(token)].map(([part]) => part).filter((part) => !/^(?:#|\/[/*])/.test(part));
  const [version = null] = firstValues(tokens, 'version', false);
  return { version, hardware: [...new Set(firstValues(tokens, 'hardware-compatibility', true))].slice(0, mostHardware) };
}

/** The text, or the list of texts, that a name is first given. */
function firstValues(tokens: readonly string[], name: string, isList: boolean): string[] {
  for (const [index, part] of tokens.entries()) {
    if (unquoted(part) !== name || !/^[:=]$/.test(tokens[index + 1] ?? '')) continue;
    const values = isList ? listAt(tokens, index + 2) : tokens.slice(index + 2, index + 3).filter(isText);
    const usable = values.map(unquoted).filter((value) => value.length > 0 && value.length <= 64);
    if (usable.length > 0) return usable;
  }
  return [];
}

function listAt(tokens: readonly string[], from: number): string[] {
  if (tokens[from] !== '[') return [];
  let to = from + 1;
  while (tokens[to] === ',' || isText(tokens[to] ?? '')) to += 1;
  return tokens.slice(from + 1, to).filter(isText);
}

function isText(part: string): boolean {
  return part.startsWith('"');
}

function unquoted(part: string): string {
  return isText(part) ? part.slice(1, part.endsWith('"') ? -1 : undefined) : part;
}
