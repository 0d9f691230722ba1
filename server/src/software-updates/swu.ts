/** What a `.swu` says of itself in its first entry, `sw-description`. */
export interface FileDescription {
  version: string | null;
  hardware: string[];
}

/** This much of the beginning is looked at: the description is the first entry, and small. */
export const lookedAtBytes = 1024 * 1024;

const headerBytes = 110;

/**
 * Reads the first entry of a cpio archive (new ASCII format, with or without checksums: "070701", "070702"), which SWUpdate
 * wants to be `sw-description`. Null where the file is none of the kind: it is then taken as it is.
 */
export function readDescription(beginning: Buffer): FileDescription | null {
  const magic = beginning.subarray(0, 6).toString('latin1');
  if (magic !== '070701' && magic !== '070702') return null;
  const field = (index: number) => Number.parseInt(beginning.subarray(6 + index * 8, 14 + index * 8).toString('latin1'), 16);
  const [sizeBytes, nameBytes] = [field(6), field(11)];
  const name = beginning.subarray(headerBytes, headerBytes + nameBytes - 1).toString('latin1');
  const from = Math.ceil((headerBytes + nameBytes) / 4) * 4;
  if (name !== 'sw-description' || !(sizeBytes > 0) || from + sizeBytes > beginning.length) return null;
  return describe(beginning.subarray(from, from + sizeBytes).toString('utf8'));
}

/** Written as libconfig or as JSON: both write these two the same way, but for the quotes around the names. */
function describe(text: string): FileDescription {
  const version = /(?:^|[\s{;,])"?version"?\s*[:=]\s*"([^"\n]{1,64})"/.exec(text)?.[1] ?? null;
  const list = /"?hardware-compatibility"?\s*[:=]\s*\[((?:[^\]"]|"[^"\n]*")*)\]/.exec(text)?.[1] ?? '';
  const hardware = [...list.matchAll(/"([^"\n]{1,64})"/g)].map((match) => match[1] ?? '');
  return { version, hardware: [...new Set(hardware)] };
}
