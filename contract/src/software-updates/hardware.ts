/** The hardware that a machine has reported at the update interface: SWUpdate's board and revision. */
export interface Hardware {
  board: string | null;
  revision: string;
}

const revisionNames = new Set(['hwrevision', 'hardwarerevision', 'hwrev', 'hardware', 'boardrevision']);

/**
 * From the attributes of `configData`: `hwRevision`, `hw_revision`, `hardware-revision` and the like, alone ("1.0") or
 * with the board before it ("sole-3-12:1.0"), the form of SWUpdate's `-H`; `model` may have it too. Null where none of
 * them is reported.
 */
export function hardwareOf(attributes: Readonly<Record<string, string | number | boolean>> | null): Hardware | null {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const text = String(value).trim();
    const isRevision = revisionNames.has(name.toLowerCase().replace(/[-_ ]/g, ''));
    if (text === '' || !(isRevision || (name.toLowerCase() === 'model' && text.includes(':')))) continue;
    const colon = text.lastIndexOf(':');
    return { board: colon < 0 ? null : text.slice(0, colon), revision: text.slice(colon + 1) };
  }
  return null;
}

/**
 * Whether a file names this hardware: in the section of its board (or of its model), else in the common list, else in
 * any section. True where the file names no hardware.
 */
export function namesHardware(
  named: Readonly<Record<string, readonly string[]>>,
  { board, revision }: Hardware,
  model: string | null,
): boolean {
  const own = [board, model].find((name) => name !== null && named[name] !== undefined);
  const list = own ? (named[own] ?? []) : (named[''] ?? Object.values(named).flat());
  const names = [board, model].filter((name) => name !== null);
  return list.length === 0 || list.some((entry) => matches(entry, revision, names));
}

function matches(entry: string, revision: string, boards: readonly string[]): boolean {
  const pattern = patternOf(entry);
  if (pattern === 'refused') return false;
  if (pattern) return revision.length <= longestJudged && pattern.test(revision);
  return entry === revision || boards.some((board) => entry === board || entry === `${board}:${revision}`);
}

const patternMark = '#RE:';
const [mostRepeats, longestJudged] = [4, 32];

/**
 * SWUpdate's `#RE:` before a regular expression; null for a plain entry. An expression whose matching may take
 * exponential time is refused: repeated groups, back references, more than four repetitions.
 */
export function patternOf(entry: string): RegExp | 'refused' | null {
  if (!entry.startsWith(patternMark)) return null;
  const source = entry.slice(patternMark.length);
  const bare = source.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
  const repeats = bare.match(/[*+?]|\{[^}]*\}/g)?.length ?? 0;
  if (repeats > mostRepeats || /\)(?:[*+?]|\{)/.test(bare) || /\(\?|\\[1-9k]/.test(source)) return 'refused';
  try {
    return new RegExp(source);
  } catch {
    return 'refused';
  }
}
