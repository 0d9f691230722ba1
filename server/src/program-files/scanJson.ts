/** A name in an object, or an entry of a list, on its way past. */
export interface Place {
  /** `program.phaseGroups.0.phases` */
  path: string;
  /** From 1. */
  line: number;
  /**
   * The name stood in this object before: `JSON.parse` keeps the last of the two without a word, other readers keep the
   * first.
   */
  isTwice: boolean;
}

/** Where a text stops being JSON, or goes deeper than any file of ours. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  constructor(line: number) {
    super('not JSON');
    this.line = line;
  }
}

interface Level {
  /** Null in a list. */
  names: Set<string> | null;
  path: string;
  /** The name, or the number in a list, that is being read. */
  at: string | number;
}

type State = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'after';

/** The longest program has 500 values, five deep: what is made of many small ones costs most to look at. */
const limits = { depth: 32, places: 5000 } as const;
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON wants them written as escapes
  /[ \t\n\r]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/**
 * Walks through a text of JSON (RFC 8259), in one pass and without keeping it: a tree with the place of everything
 * takes thirty times as long as `JSON.parse`, and would hold up everybody else.
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
    const found = token.exec(text)?.[1] ?? '';
    const begin = found ? token.lastIndex - found.length : text.length;
    line += linesIn(text, from, found ? begin : endOfSpace(text, from));
    from = begin;
    const inner = levels.at(-1);
    if (inner) note(inner, state, found, line, pass);
    const next = step(state, found, levels);
    if (!next || levels.length > limits.depth) throw new JsonSyntaxError(line);
    state = next;
  }
  const rest = endOfSpace(text, token.lastIndex);
  if (rest < text.length) throw new JsonSyntaxError(line + linesIn(text, from, rest));
}

function note(inner: Level, state: State, found: string, line: number, visit: (place: Place) => void): void {
  if (state === 'key' || state === 'firstKey') {
    if (!inner.names || !found.startsWith('"')) return;
    inner.at = JSON.parse(found) as string;
    visit({ path: pathOf(inner), line, isTwice: inner.names.has(inner.at) });
    inner.names.add(inner.at);
  } else if (!inner.names && (state === 'value' || state === 'first') && found !== ']') {
    visit({ path: pathOf(inner), line, isTwice: false });
  } else if (!inner.names && found === ',') {
    inner.at = Number(inner.at) + 1;
  }
}

function pathOf({ path, at }: Level): string {
  return path ? `${path}.${at}` : String(at);
}

/** What may follow, or null where this may not stand here. */
function step(state: State, found: string, levels: Level[]): State | null {
  const inner = levels.at(-1);
  if (mayEnd.has(state) && found === endOf(inner)) {
    levels.pop();
    return 'after';
  }
  if (state === 'colon') return found === ':' ? 'value' : null;
  if (state === 'after') return found === ',' && inner ? separated(inner) : null;
  if (state === 'key' || state === 'firstKey') return found.startsWith('"') ? 'colon' : null;
  return begin(found, inner, levels);
}

const mayEnd: ReadonlySet<State> = new Set(['first', 'firstKey', 'after']);

function endOf(inner: Level | undefined): string | null {
  return inner ? (inner.names ? '}' : ']') : null;
}

function separated(inner: Level): State {
  return inner.names ? 'key' : 'value';
}

function begin(found: string, inner: Level | undefined, levels: Level[]): State | null {
  if (found === '' || '}],:'.includes(found)) return null;
  if (found !== '{' && found !== '[') return 'after';
  levels.push({
    names: found === '{' ? new Set() : null,
    path: inner ? pathOf(inner) : '',
    at: found === '{' ? '' : 0,
  });
  return found === '{' ? 'firstKey' : 'first';
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

/** The lines of these paths, or of the innermost part of each that is there. */
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
