import {
  base64Bytes,
  type ImageCrop,
  type ImagePreview,
  type ImageSize,
  imageLimits,
} from '@fournil/contract/images/images';
import type { RuleKey } from '@fournil/contract/kit/validation';
import sharp, { type Sharp } from 'sharp';
import { Refusal, unprocessable } from '../kit/errors.ts';
import { openSemaphore } from '../kit/process/semaphore.ts';
import { decodeHeic } from './heic.ts';

// libvips can decode forty other types, such as SVG, TIFF and PDF; they are disabled, because every decoder can be
// attacked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });
sharp.cache(false);

/**
 * The number of pictures decoded at once by all callers: libvips reads a picture row by row, but one that has to be
 * rotated is in memory as a whole (50 MB), and a waiting one holds its file.
 */
const enter = openSemaphore(2, 8);
/** Whole, with an alpha channel, once in the decoder's memory and once here. */
const enterHeic = openSemaphore(1, 8);
const jpegQuality = 86;
const previewSide = 1280;
/** Sides of the small files; see `imageSizes`. */
const smallSides = { '96': 96, '320': 320 } as const;
const white = '#ffffff';

export interface Reencoded {
  side: number;
  files: { size: ImageSize; bytes: Buffer }[];
}

/** A picture that may be decoded: its displayed sides, and a function that decodes its rows. */
interface Opened {
  width: number;
  height: number;
  rows(): Sharp;
}

/**
 * An uploaded picture as our own JPEG files: square, without metadata, in every size. `field` is its place in the
 * body, for the refusal (422) of a picture that is of none of the four types, is too large, or is not square.
 */
export function reencode(base64: string, crop: ImageCrop | null, maxSide: number, field: string): Promise<Reencoded> {
  return opened(base64, field, (picture) => {
    const square = squareOf(picture, crop);
    const sides = { min: imageLimits.minSide, max: imageLimits.maxSide };
    if (!square)
      throw unprocessable({ path: crop ? 'crop' : field, key: 'custom.validation.imageSquare', args: sides });
    return encode(picture, square, maxSide);
  });
}

/** The whole picture, reduced for a preview; its sides are the original's. */
export function preview(base64: string): Promise<ImagePreview> {
  return opened(base64, 'imageBase64', async ({ rows, width, height }) => {
    const shown = rows().resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true });
    const bytes = await jpeg(shown.flatten({ background: white }));
    return { image: `data:image/jpeg;base64,${bytes.toString('base64')}`, width, height };
  });
}

async function opened<Result>(
  base64: string,
  field: string,
  work: (picture: Opened) => Promise<Result>,
): Promise<Result> {
  const refuse = (key: RuleKey, args: Record<string, number> = {}) => unprocessable({ path: field, key, args });
  // The media type before the content is a browser's guess by the file's name.
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
  // The base64 decoder skips invalid characters.
  if (bytes.length !== base64Bytes(base64)) throw refuse('custom.validation.imageContent');
  const kind = kindOf(bytes);
  if (!kind) throw refuse('custom.validation.imageType');
  const worked = (picture: Opened | 'content' | 'pixels') => {
    if (picture === 'pixels') throw refuse('custom.validation.imagePixels', { max: imageLimits.megapixels });
    if (picture === 'content') throw refuse('custom.validation.imageContent');
    // Damage is detected when the rows are read.
    return work(picture).catch((error: unknown) => {
      throw error instanceof Refusal ? error : refuse('custom.validation.imageContent');
    });
  };
  if (kind === 'image/heic') return enterHeic(async () => enter(async () => worked(await openHeic(bytes))));
  return enter(async () => worked(await open(bytes).catch(problemOf)));
}

async function open(bytes: Buffer): Promise<Opened> {
  const rows = () =>
    sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'truncated', pages: 1, sequentialRead: true })
      .autoOrient()
      .toColourspace('srgb');
  const { autoOrient } = await rows().metadata();
  // `limitInputPixels` is applied when rows are read; it is checked here before the call waits for its turn.
  if (autoOrient.width * autoOrient.height > imageLimits.pixels) throw new Error('pixel limit');
  return { ...autoOrient, rows };
}

async function openHeic(bytes: Buffer): Promise<Opened | 'content' | 'pixels'> {
  const decoded = await decodeHeic(bytes);
  if (typeof decoded === 'string') return decoded;
  const { pixels, width, height } = decoded;
  return {
    width,
    height,
    rows: () => sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: imageLimits.pixels }),
  };
}

function problemOf(error: Error): 'content' | 'pixels' {
  return /pixel limit/i.test(error.message) ? 'pixels' : 'content';
}

function squareOf({ width, height }: Opened, crop: ImageCrop | null): ImageCrop | null {
  const square = crop ?? (width === height ? { x: 0, y: 0, side: width } : null);
  if (!square || square.side < imageLimits.minSide || square.side > imageLimits.maxSide) return null;
  return square.x + square.side <= width && square.y + square.side <= height ? square : null;
}

/** Decoded once at the full size; the smaller files are made from that. */
async function encode({ rows }: Opened, { x, y, side }: ImageCrop, maxSide: number): Promise<Reencoded> {
  const full = Math.min(side, maxSide);
  // On white, because JPEG has no transparency.
  const { data, info } = await rows()
    .extract({ left: x, top: y, width: side, height: side })
    .resize(full, full)
    .flatten({ background: white })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const kept = () =>
    sharp(data, { raw: { width: full, height: full, channels: info.channels }, limitInputPixels: imageLimits.pixels });
  const sized = async (size: ImageSize, pixelsASide: number) => ({
    size,
    bytes: await jpeg(kept().resize(pixelsASide, pixelsASide)),
  });
  return {
    side: full,
    files: [
      { size: 'full', bytes: await jpeg(kept()) },
      await sized('320', Math.min(full, smallSides['320'])),
      await sized('96', smallSides['96']),
    ],
  };
}

function jpeg(picture: Sharp): Promise<Buffer> {
  return picture.jpeg({ quality: jpegQuality, mozjpeg: true }).toBuffer();
}

/** The type by the first bytes, whatever the sender named it; null for anything but the four types. */
function kindOf(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/gif' | 'image/heic' | null {
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
