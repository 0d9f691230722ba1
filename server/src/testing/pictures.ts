import sharp from 'sharp';

/** A plain picture, as a phone or a drawing program would give it. */
export function aPicture(width = 400, height = width, colour = '#b4541f') {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

export async function asBase64(picture: { toBuffer(): Promise<Buffer> }): Promise<string> {
  return (await picture.toBuffer()).toString('base64');
}
