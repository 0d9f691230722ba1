/** A member of an object or an entry of an array, with its place in the text. */
export interface Place {
  /** `program.phaseGroups.0.phases` */
  path: string;
  /** From 1. */
  line: number;
  /**
   * This object has an earlier member of the same name: `JSON.parse` silently keeps the last one, other parsers the
   * first.
   */
  isTwice: boolean;
}

/** The place where a text is not valid JSON, or is nested deeper than any program file. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  constructor(line: number) {
    super('not JSON');
    this.line = line;
  }
}

interface Level {
  /** The names seen in an object; null in an array. */
  names: Set<string> | null;
  path: string;
  /** The name, or the index in an array, that is being read. */
  at: string | number;
}

type State = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'after';

/** The longest program has 500 values in five levels; many small values are the most expensive to scan. */
const limits = { depth: 32, places: 5000 } as const;
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON requires them to be escaped
  /[ \t\n\r]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/**
 * Scans a JSON text (RFC 8259) in one pass without building a tree: a parser that stores the position of every value
 * takes thirty times as long as `JSON.parse`, and other calls would have to wait.
 */
export function scanJson(text: string, visit: (place: Place) => void): void {
  const levels: Level[] = [];
  let [state, line, from]: [State, number, number] = ['value', 1, 0];
  let places = 0;
  const pass = (place: Place) => {
    places += 1;
    if (places > limits.places) throw new JsonSyntaxError(place.line);
    visit(place);
  };
  token.lastIndex = 0;
  while (levels.length > 0 || state !== 'after') {
    const tokenText = token.exec(text)?.[1] ?? '';
    const begin = tokenText ? token.lastIndex - tokenText.length : text.length;
    line += linesIn(text, from, tokenText ? begin : endOfSpace(text, from));
    from = begin;
    const inner = levels.at(-1);
    if (inner) note(inner, state, tokenText, line, pass);
    const next = step(state, tokenText, levels);
    if (!next || levels.length > limits.depth) throw new JsonSyntaxError(line);
    state = next;
  }
  const rest = endOfSpace(text, token.lastIndex);
  if (rest < text.length) throw new JsonSyntaxError(line + linesIn(text, from, rest));
}

function note(inner: Level, state: State, tokenText: string, line: number, visit: (place: Place) => void): void {
  if (state === 'key' || state === 'firstKey') {
    if (!inner.names || !tokenText.startsWith('"')) return;
    inner.at = JSON.parse(tokenText) as string;
    visit({ path: pathOf(inner), line, isTwice: inner.names.has(inner.at) });
    inner.names.add(inner.at);
  } else if (!inner.names && (state === 'value' || state === 'first') && tokenText !== ']') {
    visit({ path: pathOf(inner), line, isTwice: false });
  } else if (!inner.names && tokenText === ',') {
    inner.at = Number(inner.at) + 1;
  }
}

function pathOf({ path, at }: Level): string {
  return path ? `${path}.${at}` : String(at);
}

/** The next state of the scanner, or null when this token is not allowed here. */
function step(state: State, tokenText: string, levels: Level[]): State | null {
  const inner = levels.at(-1);
  if (mayEnd.has(state) && tokenText === endOf(inner)) {
    levels.pop();
    return 'after';
  }
  if (state === 'colon') return tokenText === ':' ? 'value' : null;
  if (state === 'after') return tokenText === ',' && inner ? separated(inner) : null;
  if (state === 'key' || state === 'firstKey') return tokenText.startsWith('"') ? 'colon' : null;
  return begin(tokenText, inner, levels);
}

const mayEnd: ReadonlySet<State> = new Set(['first', 'firstKey', 'after']);

function endOf(inner: Level | undefined): string | null {
  return inner ? (inner.names ? '}' : ']') : null;
}

function separated(inner: Level): State {
  return inner.names ? 'key' : 'value';
}

function begin(tokenText: string, inner: Level | undefined, levels: Level[]): State | null {
  if (tokenText === '' || '}],:'.includes(tokenText)) return null;
  if (tokenText !== '{' && tokenText !== '[') return 'after';
  levels.push({
    names: tokenText === '{' ? new Set() : null,
    path: inner ? pathOf(inner) : '',
    at: tokenText === '{' ? '' : 0,
  });
  return tokenText === '{' ? 'firstKey' : 'first';
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function endOfSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1;
  return at;
}

/** The lines of these paths; for a path that does not exist, the line of its innermost existing part. */
export function linesOf(text: string, paths: readonly string[]): Map<string, number> {
  const known = new Map<string, number>();
  scanJson(text, ({ path, line }) => known.set(path, line));
  const first = 1 + linesIn(text, 0, endOfSpace(text, 0));
  return new Map(paths.map((path) => [path, lineOf(known, path) ?? first]));
}

function lineOf(known: ReadonlyMap<string, number>, path: string): number | undefined {
  for (let part = path; part; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const line = known.get(part);
    if (line !== undefined) return line;
  }
  return undefined;
}
