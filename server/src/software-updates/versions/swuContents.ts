import type { Hash, X509Certificate } from 'node:crypto';
import { patternOf } from '@fournil/contract/software-updates/hardware';
import { type EntryHeader, swuLimits, swuNames } from '@fournil/contract/software-updates/swu';
import { readSwuDescription, type SwuDescription } from '@fournil/contract/software-updates/swuDescription';
import { type Refusal, unprocessable } from '../../kit/errors.ts';
import { isSignedBy } from './makerSignature.ts';

export interface SwuOptions {
  /** One of these must have signed the description; without any, no signature is required. */
  certificates: readonly X509Certificate[];
  now: Date;
  /** The codes of the maker's models. */
  modelCodes: readonly string[];
  /** Called as soon as the description has been read; may throw. */
  onDescription(description: SwuDescription): void;
}

/** An entry of the archive while it arrives. */
export interface Entry extends EntryHeader {
  name: string;
  leftBytes: number;
  sum: number;
  hash: Hash;
  /** The content, for the description and its signature only. */
  kept: Buffer[] | null;
}

export interface SwuContents {
  begin(entry: Entry): void;
  finish(entry: Entry): void;
  atTrailer(): void;
  /** The refusals for an unreadable entry, and for an early end. */
  broken(): Refusal;
  cut(): Refusal;
}

/** Checks that the entries are the description, its signature, the files that it names, and the trailer. */
export function swuContents({ certificates, now, modelCodes, onDescription }: SwuOptions): SwuContents {
  let text: Buffer | null = null;
  let says: SwuDescription | null = null;
  const mustBeSigned = certificates.length > 0;
  const names = new Set<string>();
  let last = '';
  const described = (name: string) => says?.files.find((file) => file.name === name);

  const finishers: Record<string, (content: Buffer) => void> = {
    [swuNames.description]: (content) => {
      text = content;
      says = checkedDescription(content, modelCodes, mustBeSigned);
      onDescription(says);
    },
    [swuNames.signature]: (content) => {
      if (mustBeSigned && !isSignedBy(certificates, text ?? Buffer.alloc(0), content, now))
        throw swuRefusal('swuSignature');
    },
  };
  return {
    begin: (entry) => {
      const { name } = entry;
      const place = names.size;
      if (place === 0 && name !== swuNames.description) throw swuRefusal('notSwu');
      if (names.has(name)) throw swuRefusal('swuTwice', { name: shown(name) });
      if (place === 1 && mustBeSigned && name !== swuNames.signature) throw swuRefusal('swuUnsigned');
      if (place >= swuLimits.entries) throw swuRefusal('swuEntries', { max: swuLimits.entries });
      refuseUnplain(entry);
      refuseLong(entry);
      if (finishers[name]) entry.kept = [];
      else if (!described(name)) throw swuRefusal('swuUnnamed', { name: shown(name) });
      names.add(name);
      last = name;
    },
    finish: ({ name, checksum, sum, kept, hash }) => {
      if (checksum !== null && checksum !== sum) throw swuRefusal('swuChecksum', { name: shown(name) });
      if (kept) return finishers[name]?.(Buffer.concat(kept));
      const sha256 = described(name)?.sha256 ?? null;
      if (sha256 !== null && hash.digest('hex') !== sha256) throw swuRefusal('swuHash', { name: shown(name) });
    },
    atTrailer: () => {
      if (names.size === 0) throw swuRefusal('notSwu');
      if (mustBeSigned && !names.has(swuNames.signature)) throw swuRefusal('swuUnsigned');
      const missing = says?.files.find(({ name }) => !names.has(name));
      if (missing) throw swuRefusal('swuMissing', { name: shown(missing.name) });
    },
    broken: () => (names.size === 0 ? swuRefusal('notSwu') : swuRefusal('swuBroken', { name: shown(last) })),
    cut: () => (names.size === 0 ? swuRefusal('notSwu') : swuRefusal('swuCut')),
  };
}

/** A link, or a name that leads to another folder, would be written there by whoever unpacks it. */
function refuseUnplain({ name, isPlainFile }: Entry): void {
  const isPlainName = !/[/\\\p{Cc}]/u.test(name) && name !== '.' && name !== '..';
  if (!isPlainFile || !isPlainName) throw swuRefusal('swuNotPlain', { name: shown(name) });
}

/** Description and signature are held in memory, so their size is limited. */
function refuseLong({ name, sizeBytes }: Entry): void {
  if (name === swuNames.description && sizeBytes > swuLimits.descriptionBytes) {
    throw swuRefusal('swuDescription', { max: swuLimits.descriptionBytes / 1024 });
  }
  if (name === swuNames.signature && sizeBytes > swuLimits.signatureBytes) throw swuRefusal('swuSignature');
}

function checkedDescription(text: Buffer, modelCodes: readonly string[], mustBeSigned: boolean): SwuDescription {
  const says = readSwuDescription(text.toString('utf8'), modelCodes);
  if ('wrongLine' in says) throw swuRefusal('swuUnreadable', { line: says.wrongLine });
  if (says.version === null) throw swuRefusal('swuNoVersion');
  const strange = Object.values(says.hardware)
    .flat()
    .find((entry) => patternOf(entry) === 'refused');
  if (strange !== undefined) throw swuRefusal('swuPattern', { name: shown(strange) });
  const bare = mustBeSigned ? says.files.find(({ sha256 }) => sha256 === null) : undefined;
  if (bare) throw swuRefusal('swuNoHash', { name: shown(bare.name) });
  return says;
}

export function swuRefusal(key: string, args: Record<string, string | number> = {}): Refusal {
  return unprocessable({ path: 'file', key: `custom.validation.${key}`, args });
}

/** Makes a name safe to show in a message. */
function shown(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
