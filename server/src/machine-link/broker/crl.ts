export interface RevokedCertificate {
  /** Hexadecimal. */
  serialNumber: string;
  at: Date;
}

export interface CrlNeeds {
  /** The authority's name, in DER. */
  issuer: Uint8Array;
  thisUpdate: Date;
  nextUpdate: Date;
  /** ECDSA with SHA-256; the two numbers one after the other, as Web Crypto gives them. */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/**
 * A list of revoked certificates (RFC 5280, 5.1) in DER. Written here because the library for certificates compares
 * each entry with all others: 10,000 entries took it 20 seconds, and take some milliseconds here.
 */
export async function encodeCrl(revoked: readonly RevokedCertificate[], needs: CrlNeeds): Promise<Buffer> {
  const entries = revoked.map(({ serialNumber, at }) =>
    element(sequence, integer(Buffer.from(serialNumber, 'hex')), utcTime(at)),
  );
  const list = element(
    sequence,
    integer(Buffer.from([1])),
    ecdsaWithSha256,
    Buffer.from(needs.issuer),
    utcTime(needs.thisUpdate),
    utcTime(needs.nextUpdate),
    // An empty list is left out.
    ...(entries.length > 0 ? [element(sequence, ...entries)] : []),
  );
  const signature = Buffer.from(await needs.sign(list));
  const half = signature.length / 2;
  const numbers = element(sequence, integer(signature.subarray(0, half)), integer(signature.subarray(half)));
  return element(sequence, list, ecdsaWithSha256, element(bitString, Buffer.from([0]), numbers));
}

/** Tags of ITU-T X.690. */
const [sequence, bitString] = [0x30, 0x03];
const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

function element(tag: number, ...contents: Uint8Array[]): Buffer {
  const size = contents.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), sizeOf(size), ...contents]);
}

function sizeOf(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const digits = Buffer.alloc(4);
  digits.writeUInt32BE(size);
  const bytes = digits.subarray(digits.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** Positive, in as few bytes as possible. */
function integer(value: Uint8Array): Buffer {
  const from = value.findIndex((byte) => byte !== 0);
  const bytes = Buffer.from(from < 0 ? [0] : value.subarray(from));
  return element(0x02, ...((bytes[0] ?? 0) & 0x80 ? [Buffer.from([0])] : []), bytes);
}

/** Until 2049, with two digits of the year (RFC 5280, 5.1.2.4). */
function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`, 'ascii'));
}
