import { createHash } from 'node:crypto';

/** A `.swu` for these journeys: one file of five megabytes, for the hardware of the simulated ovens. */
export function swuOf(version: string): Buffer {
  const image = Buffer.alloc(5 * 1024 * 1024, version);
  const sha256 = createHash('sha256').update(image).digest('hex');
  const description = `software = {
  version = "${version}";
  hardware-compatibility: [ "1.0", "2.0" ];
  images: ( { filename = "oven.img"; sha256 = "${sha256}"; } );
}
`;
  return Buffer.concat([
    entry('sw-description', Buffer.from(description)),
    entry('oven.img', image),
    entry('TRAILER!!!', Buffer.alloc(0)),
  ]);
}

/** Of a cpio archive in the new ASCII format, without checksums. */
function entry(name: string, content: Buffer): Buffer {
  const fields = [1, 0o100644, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, 0];
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
  const padding = (bytes: number) => Buffer.alloc((4 - (bytes % 4)) % 4);
  return Buffer.concat([Buffer.from(head), padding(head.length), content, padding(content.length)]);
}
