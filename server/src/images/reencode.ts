import { type ImageCrop, type ImagePreview, type ImageSize, imageLimits } from '@fournil/contract/images/images';
import type { RuleKey } from '@fournil/contract/kit/validation';
import sharp, { type Sharp } from 'sharp';
import { unprocessable } from '../kit/errors.ts';
import { openSemaphore } from '../kit/semaphore.ts';
import { decodeHeic, type Pixels } from './heic.ts';
import { kindOf } from './kindOf.ts';

// What is not decoded here cannot be attacked here: SVG, TIFF, PDF and forty others stay closed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });
sharp.cache(false);

/** A decoded picture takes up to 200 MB: few at once, whoever sends them. */
const enter = openSemaphore(2, 40);
const jpegQuality = 86;
const previewSide = 1280;
/** Sides of the small files; see `imageSizes`. */
const smallSides = { '96': 96, '320': 320 } as const;

export interface Reencoded {
  side: number;
  files: { size: ImageSize; bytes: Buffer }[];
}

/**
 * What somebody sent, as our own JPEG files: square, without metadata, in every size. `field` is where it stood, for the refusal
 * (422) of what is not a picture of the four kinds, is too large, or is not square.
 */
export function reencode(base64: string, crop: ImageCrop | null, maxSide: number, field: string): Promise<Reencoded> {
  return opened(base64, field, (decoded) => {
    const square = squareOf(decoded, crop);
    const sides = { min: imageLimits.minSide, max: imageLimits.maxSide };
    if (!square) throw unprocessable({ path: crop ? 'crop' : field, key: 'custom.validation.imageSquare', args: sides });
    return encode(decoded, square, maxSide);
  });
}

/** The whole picture, small enough to be looked at; its sides are the original's. */
export function preview(base64: string): Promise<ImagePreview> {
  return opened(base64, 'imageBase64', async ({ pixels, width, height }) => {
    const shown = sharp(pixels, rawOf(width, height)).resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true });
    const bytes = await jpeg(shown.flatten({ background: '#ffffff' }));
    return { image: `data:image/jpeg;base64,${bytes.toString('base64')}`, width, height };
  });
}

async function opened<Result>(base64: string, field: string, work: (decoded: Pixels) => Promise<Result>): Promise<Result> {
  const refuse = (key: RuleKey, args: Record<string, number> = {}) => unprocessable({ path: field, key, args });
  const [, said = null, text = ''] = /^(?:data:([^;]*);base64,)?(.*)$/s.exec(base64) ?? [];
  const bytes = Buffer.from(text, 'base64');
  const kind = kindOf(bytes);
  if (!kind) throw refuse('custom.validation.imageType');
  if (said !== null && said !== kind && !(kind === 'image/heic' && said === 'image/heif')) throw refuse('custom.validation.imageContent');
  return enter(async () => {
    const decoded = kind === 'image/heic' ? await decodeHeic(bytes) : await decode(bytes).catch(problemOf);
    if (decoded === 'pixels') throw refuse('custom.validation.imagePixels', { max: imageLimits.pixels / 1_000_000 });
    if (decoded === 'content') throw refuse('custom.validation.imageContent');
    return work(decoded);
  });
}

/** Once and as a whole: what is wrong with the file shows here, and nowhere later. */
async function decode(bytes: Buffer): Promise<Pixels> {
  const options = { limitInputPixels: imageLimits.pixels, failOn: 'truncated', pages: 1 } as const;
  const { data, info } = await sharp(bytes, options).autoOrient().toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer({
    resolveWithObject: true,
  });
  return { width: info.width, height: info.height, pixels: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) };
}

function problemOf(error: Error): 'content' | 'pixels' {
  return /pixel limit/i.test(error.message) ? 'pixels' : 'content';
}

function squareOf({ width, height }: Pixels, crop: ImageCrop | null): ImageCrop | null {
  const square = crop ?? (width === height ? { x: 0, y: 0, side: width } : null);
  if (!square || square.side < imageLimits.minSide || square.side > imageLimits.maxSide) return null;
  return square.x + square.side <= width && square.y + square.side <= height ? square : null;
}

async function encode({ pixels, width, height }: Pixels, { x, y, side }: ImageCrop, maxSide: number): Promise<Reencoded> {
  // On white, as on paper: a JPEG has nothing behind it.
  const whole = () => sharp(pixels, rawOf(width, height)).extract({ left: x, top: y, width: side, height: side }).flatten({ background: '#ffffff' });
  const full = Math.min(side, maxSide);
  const sized = async (size: ImageSize, pixelsASide: number) => ({ size, bytes: await jpeg(whole().resize(pixelsASide, pixelsASide)) });
  return {
    side: full,
    files: [await sized('full', full), await sized('320', Math.min(full, smallSides['320'])), await sized('96', smallSides['96'])],
  };
}

function rawOf(width: number, height: number) {
  return { raw: { width, height, channels: 4 }, limitInputPixels: imageLimits.pixels } as const;
}

function jpeg(picture: Sharp): Promise<Buffer> {
  return picture.jpeg({ quality: jpegQuality, mozjpeg: true }).toBuffer();
}
