/** A value of a configuration: text (numbers and truth values too), a list, or named values. */
export type Value = string | Value[] | Group;
export type Group = Map<string, Value>;

/**
 * Strings, comments (three kinds), words and punctuation. No two of them match at the same position, so the text is
 * read once, in linear time.
 */
const token =
  /\s+|"(?:[^"\\]|\\[\s\S])*"|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|(?:#|\/\/)[^\n]*|[A-Za-z0-9*+.-][\w*+.-]*|[:=[\](){},;]/y;
const deepest = 32;

interface Reader {
  /** The next token; '' at the end. */
  peek(): string;
  next(): string;
}

class Unreadable extends Error {}

/**
 * Libconfig and JSON write groups, lists and texts the same way, except for quotes around names and the outer braces.
 */
export function parseConfig(text: string): Group | { wrongLine: number } {
  const tokens: { text: string; at: number }[] = [];
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return { wrongLine: lineOf(at) };
    if (!/^(?:\s|#|\/)/.test(found)) tokens.push({ text: found, at });
  }
  let place = 0;
  const reader: Reader = { peek: () => tokens[place]?.text ?? '', next: () => tokens[place++]?.text ?? '' };
  try {
    const isBraced = reader.peek() === '{';
    if (isBraced) reader.next();
    const group = groupUntil(reader, isBraced ? '}' : '', 0);
    if (reader.peek() !== '') throw new Unreadable();
    return group;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { wrongLine: lineOf(tokens[Math.min(place, tokens.length) - 1]?.at ?? 0) };
  }
}

function groupUntil(reader: Reader, end: string, depth: number): Group {
  if (depth > deepest) throw new Unreadable();
  const group: Group = new Map();
  for (;;) {
    const name = reader.next();
    if (name === end) return group;
    if (!isText(name) && !/^[A-Za-z*]/.test(name)) throw new Unreadable();
    if (!/^[:=]$/.test(reader.next()) || group.has(unquoted(name))) throw new Unreadable();
    group.set(unquoted(name), valueAt(reader, depth));
    if (/^[,;]$/.test(reader.peek())) reader.next();
  }
}

function valueAt(reader: Reader, depth: number): Value {
  const first = reader.next();
  if (first === '{') return groupUntil(reader, '}', depth + 1);
  if (first === '(') return listUntil(reader, ')', depth + 1);
  if (first === '[') return listUntil(reader, ']', depth + 1);
  if (!isText(first)) {
    if (!/^[\w*+.-]/.test(first)) throw new Unreadable();
    return first;
  }
  // Adjacent strings are joined.
  const parts = [unquoted(first)];
  while (isText(reader.peek())) parts.push(unquoted(reader.next()));
  return parts.join('');
}

function listUntil(reader: Reader, end: string, depth: number): Value[] {
  if (depth > deepest) throw new Unreadable();
  const list: Value[] = [];
  while (reader.peek() !== end) {
    list.push(valueAt(reader, depth));
    if (reader.peek() === ',') reader.next();
    else if (reader.peek() !== end) throw new Unreadable();
  }
  reader.next();
  return list;
}

function isText(part: string): boolean {
  return part.startsWith('"');
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' };

/** Without quotes, and with escape sequences replaced. */
function unquoted(part: string): string {
  if (!isText(part)) return part;
  return part
    .slice(1, -1)
    .replace(
      /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
      (_all, wide?: string, narrow?: string, one?: string) => {
        const code = wide ?? narrow;
        return code === undefined ? (escapes[one ?? ''] ?? one ?? '') : String.fromCharCode(Number.parseInt(code, 16));
      },
    );
}
