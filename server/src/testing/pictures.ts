import sharp from 'sharp';

/** A simple picture in the file formats of phones and drawing programs. */
export function aPicture(width = 400, height = width, colour = '#b4541f') {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

export async function asBase64(picture: { toBuffer(): Promise<Buffer> }): Promise<string> {
  return (await picture.toBuffer()).toString('base64');
}

/**
 * A picture with the greatest number of pixels, all different from their neighbours, within the greatest number of
 * bytes.
 */
export async function theLargestPicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const small = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  return sharp(small).resize(4096, 4096).jpeg({ quality: 80 });
}
