import { type Group, parseConfig, type Value } from './swuConfig.ts';

/** The content of a `.swu` file's `sw-description`. */
export interface SwuDescription {
  version: string | null;
  /** Compatible hardware revisions, by the section that names them; '' for those outside a section. */
  hardware: Record<string, string[]>;
  /** Models, in the order of the catalogue; empty where it names none. */
  models: string[];
  /** Every file that it names, each once. */
  files: DescribedFile[];
}

export interface DescribedFile {
  name: string;
  /** Hexadecimal, in small letters; null where none is given. */
  sha256: string | null;
}

const mostHardware = 100;
const longestRevision = 64;
/** SWUpdate's own sections, which name no board. */
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
 * Parses it as libconfig or as JSON. For text that is neither, or that contradicts itself about a file, gives the line
 * of the error, from 1.
 */
export function readSwuDescription(text: string, codes: readonly string[]): SwuDescription | { wrongLine: number } {
  const parsed = parseConfig(text);
  if ('wrongLine' in parsed) return parsed;
  const inner = parsed.get('software');
  const root = inner instanceof Map ? inner : parsed;
  const hardware = hardwareIn(root);
  const files = filesIn(root);
  if (!files) return { wrongLine: 1 };
  const version = root.get('version');
  return {
    version: typeof version === 'string' && isUsable(version) ? version : null,
    hardware,
    models: modelsIn(root, hardware, codes),
    files,
  };
}

function isUsable(text: string): boolean {
  return text.length > 0 && text.length <= longestRevision;
}

/** All groups, each with the section of the root that contains it; '' for SWUpdate's own sections and the root. */
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
  // `properties` are arguments of a handler and are skipped.
  for (const [name, inner] of value) if (name !== 'properties') yield* below(inner);
}

/** SWUpdate reads the section of the board, and then the common list. */
function hardwareIn(root: Group): Record<string, string[]> {
  const hardwareBySection: Record<string, string[]> = {};
  let remainingHardware = mostHardware;
  for (const { group, section } of groupsIn(root)) {
    const list = group.get('hardware-compatibility');
    const usable = (Array.isArray(list) ? list : [])
      .filter((one) => typeof one === 'string' && isUsable(one))
      .slice(0, remainingHardware) as string[];
    remainingHardware -= usable.length;
    if (usable.length > 0)
      hardwareBySection[section] = [...new Set([...(hardwareBySection[section] ?? []), ...usable])];
  }
  return hardwareBySection;
}

/** By a section named after a model's code, or by a hardware entry with it, alone or before a colon. */
function modelsIn(root: Group, hardware: Record<string, string[]>, codes: readonly string[]): string[] {
  const entries = Object.values(hardware).flat();
  const named = new Set([...root.keys(), ...entries, ...entries.map((one) => one.split(':')[0] ?? '')]);
  return codes.filter((code) => named.has(code));
}

/** Null where one name has two hashes, or a hash has no valid form. */
function filesIn(root: Group): DescribedFile[] | null {
  const hashByName = new Map<string, string | null>();
  for (const { group } of groupsIn(root)) {
    const [name, hash] = [group.get('filename'), group.get('sha256')];
    if (typeof name !== 'string') continue;
    const sha256 = typeof hash === 'string' && hash !== '' ? hash.toLowerCase() : null;
    const before = hashByName.get(name) ?? null;
    if (sha256 !== null && (!/^[0-9a-f]{64}$/.test(sha256) || (before ?? sha256) !== sha256)) return null;
    hashByName.set(name, sha256 ?? before);
  }
  return [...hashByName].map(([name, sha256]) => ({ name, sha256 }));
}
