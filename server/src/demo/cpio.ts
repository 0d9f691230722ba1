/** The new ASCII format with checksums ("070702"), as SWUpdate expects it. */
export function cpio(entries: [name: string, content: Buffer][]): Buffer {
  const all = [...entries, ['TRAILER!!!', Buffer.alloc(0)] as [string, Buffer]];
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  return Buffer.concat(
    all.flatMap(([name, content], index) => {
      const sum = content.reduce((total, byte) => (total + byte) >>> 0, 0);
      const isLast = name === 'TRAILER!!!';
      const fields = [
        index + 1,
        isLast ? 0 : 0o100644,
        0,
        0,
        1,
        0,
        content.length,
        0,
        0,
        0,
        0,
        name.length + 1,
        isLast ? 0 : sum,
      ];
      const header = `070702${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
      return [padded(Buffer.from(header, 'latin1')), padded(content)];
    }),
  );
}
