import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { seedModels } from '@fournil/contract/machines/catalogue';
import type { Services } from '../kit/services.ts';
import { editUpdate, storeUpdate } from '../software-updates/index.ts';
import { cpio } from './cpio.ts';

const maker = { organisationId: null, userId: null, fullName: 'Anne Forge' };
const models = seedModels.map(({ code }) => code);

/**
 * The software versions of the demonstration: the one that ovens run, a revoked one, and a new one to roll out. Their
 * descriptions mix both languages, because a description has one text.
 */
const versions = [
  {
    version: '4.1.6',
    beta: false,
    revoked: true,
    description:
      'Taken back: the steam valve could stay open after a power cut. / Retirée : la vanne de buée pouvait rester ouverte après une coupure.',
  },
  {
    version: '4.2.0',
    beta: false,
    revoked: false,
    description: 'Programs start twice as fast. / Les programmes démarrent deux fois plus vite.',
  },
  {
    version: '4.2.1',
    beta: false,
    revoked: false,
    description: 'Corrects the clock after daylight saving time. / Corrige l’horloge au changement d’heure.',
  },
  {
    version: '4.3.0',
    beta: false,
    revoked: false,
    description: 'Preheats with 6 % less energy. / Préchauffe avec 6 % d’énergie en moins.',
  },
  {
    version: '4.4.0-b.1',
    beta: true,
    revoked: false,
    description:
      'To be tried: recipes shared between neighbouring ovens. / À l’essai : recettes partagées entre fours voisins.',
  },
];

export async function seedVersions(services: Services): Promise<void> {
  // Where the maker's signature is required there are no versions, because the demonstration cannot sign.
  if (services.config.updateCertificates.length > 0) return;
  for (const { version, beta, revoked, description } of versions) {
    const update = await storeUpdate(
      services,
      maker,
      { version, beta, description, models },
      `oven-${version}.swu`,
      Readable.from([fileOf(version)]),
    );
    if (revoked) await editUpdate(services, maker, update.id, { revoked }, null);
  }
}

/** A valid `.swu` file with half a megabyte in place of the software. */
function fileOf(version: string): Buffer {
  const image = Buffer.alloc(512 * 1024, version);
  const sha256 = createHash('sha256').update(image).digest('hex');
  const description = `software = {
  version = "${version}";
  hardware-compatibility: [ "1.0", "2.0" ];
  images: ( { filename = "oven.img"; device = "/dev/mmcblk0p2"; sha256 = "${sha256}"; } );
}
`;
  return cpio([
    ['sw-description', Buffer.from(description)],
    ['oven.img', image],
  ]);
}
