/** The type by the first bytes, whatever the sender named it; null for anything but the four types. */
export function kindOf(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/gif' | 'image/heic' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif';
  return isHeic(bytes) ? 'image/heic' : null;
}

/** The box `ftyp` at the beginning names the content; AVIF is similar and not among the four types. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands: string[] = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 200)).match(/.{4}/gs) ?? [];
  return brands.some((brand) => /^(heic|heix|heim|heis|hevc|hevx)$/.test(brand)) && !brands.includes('avif');
}
