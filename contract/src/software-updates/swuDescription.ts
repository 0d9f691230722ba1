import { machineModels } from '../machines/catalogue.ts';
import { type Group, parseConfig, type Value } from './swuConfig.ts';

/** What a `.swu` says of itself in `sw-description`. */
export interface SwuDescription {
  version: string | null;
  /** Revisions of hardware that it is for, by the section in which they stand; '' for those that stand in none. */
  hardware: Record<string, string[]>;
  /** Models that it is for, in the order of the catalogue; none where it names none. */
  models: string[];
  /** Every file that it speaks of, each once. */
  files: DescribedFile[];
}

export interface DescribedFile {
  name: string;
  /** Hexadecimal, in small letters; null where none is given. */
  sha256: string | null;
}

const mostHardware = 100;
const longestRevision = 64;
/** Sections of SWUpdate itself: no boards. */
const ownSections = new Set([
  'images',
  'files',
  'scripts',
  'bootenv',
  'uboot',
  'partitions',
  'vars',
  'embedded-script',
]);

/**
 * Reads it as libconfig or as JSON. Text that is neither, or that says two things of one file: the line, from 1, of the
 * fault.
 */
export function readSwuDescription(text: string): SwuDescription | { faultAtLine: number } {
  const parsed = parseConfig(text);
  if ('faultAtLine' in parsed) return parsed;
  const inner = parsed.get('software');
  const root = inner instanceof Map ? inner : parsed;
  const hardware = hardwareIn(root);
  const files = filesIn(root);
  if (!files) return { faultAtLine: 1 };
  const version = root.get('version');
  return {
    version: typeof version === 'string' && isUsable(version) ? version : null,
    hardware,
    models: modelsIn(root, hardware),
    files,
  };
}

function isUsable(text: string): boolean {
  return text.length > 0 && text.length <= longestRevision;
}

/**
 * Every group within, each with the section of the root in which it stands; '' where that is SWUpdate's own, or the
 * root.
 */
function* groupsIn(root: Group): Generator<{ group: Group; section: string }> {
  yield { group: root, section: '' };
  for (const [name, value] of root) {
    for (const group of below(value)) yield { group, section: ownSections.has(name) ? '' : name };
  }
}

function* below(value: Value): Generator<Group> {
  if (Array.isArray(value)) for (const one of value) yield* below(one);
  if (!(value instanceof Map)) return;
  yield value;
  // What a handler is told is its own.
  for (const [name, inner] of value) if (name !== 'properties') yield* below(inner);
}

/** SWUpdate asks for the section that is named as the board, and then for the common list. */
function hardwareIn(root: Group): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  let left = mostHardware;
  for (const { group, section } of groupsIn(root)) {
    const list = group.get('hardware-compatibility');
    const usable = (Array.isArray(list) ? list : [])
      .filter((one) => typeof one === 'string' && isUsable(one))
      .slice(0, left) as string[];
    left -= usable.length;
    if (usable.length > 0) found[section] = [...new Set([...(found[section] ?? []), ...usable])];
  }
  return found;
}

/** By a section of a model's code, or by an entry of its hardware that is one, alone or before a colon. */
function modelsIn(root: Group, hardware: Record<string, string[]>): string[] {
  const entries = Object.values(hardware).flat();
  const named = new Set([...root.keys(), ...entries, ...entries.map((one) => one.split(':')[0] ?? '')]);
  return machineModels.map(({ code }) => code).filter((code) => named.has(code));
}

/** Null where one name stands with two hashes, or a hash is none. */
function filesIn(root: Group): DescribedFile[] | null {
  const found = new Map<string, string | null>();
  for (const { group } of groupsIn(root)) {
    const [name, hash] = [group.get('filename'), group.get('sha256')];
    if (typeof name !== 'string') continue;
    const sha256 = typeof hash === 'string' && hash !== '' ? hash.toLowerCase() : null;
    const before = found.get(name) ?? null;
    if (sha256 !== null && (!/^[0-9a-f]{64}$/.test(sha256) || (before ?? sha256) !== sha256)) return null;
    found.set(name, sha256 ?? before);
  }
  return [...found].map(([name, sha256]) => ({ name, sha256 }));
}
