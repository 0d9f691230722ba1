import { type ImageCrop, type ImagePreview, imageLimits } from '@fournil/contract/images/images';
import { call } from '../../data/index.ts';

/** A chosen picture that can be shown in a preview. */
export interface OpenPicture {
  /** What an `img` shows. */
  url: string;
  width: number;
  height: number;
  file: File;
  /** Null when this browser cannot decode the file: the server then crops it. */
  bitmap: ImageBitmap | null;
}

/** The data to send: a square JPEG made by the browser, or the unchanged file with the square to crop. */
export interface SentPicture {
  imageBase64: string;
  crop?: ImageCrop;
}

/** The reason why a file is refused: the key of a text, and its variables. */
export class PictureProblem extends Error {
  readonly args: Record<string, number>;
  constructor(key: string, args: Record<string, number> = {}) {
    super(key);
    this.args = args;
  }
}

export const acceptedFiles = 'image/gif,image/png,image/jpeg,image/heic,image/heif,.heic,.heif';

/**
 * IMG-03: checks a file before it is sent. Its content decides what it is, whatever its name says: phones and scanners
 * name pictures wrongly. Throws a `PictureProblem`, or the server's refusal.
 */
export async function openPicture(file: File): Promise<OpenPicture> {
  const kind = await kindOf(file);
  if (kind === null) throw new PictureProblem('custom.validation.imageType');
  if (file.size > imageLimits.fileBytes)
    throw new PictureProblem('custom.validation.imageSize', { max: imageLimits.fileBytes / 1_048_576 });
  const bitmap = await createImageBitmap(file).catch(() => null);
  const opened = bitmap
    ? { url: URL.createObjectURL(file), width: bitmap.width, height: bitmap.height, file, bitmap }
    : await previewed(file, kind);
  const problem = problemOfSides(opened);
  if (problem) {
    closePicture(opened);
    throw problem;
  }
  return opened;
}

type Kind = 'gif' | 'png' | 'jpeg' | 'heic';

/** By the first bytes; null when it is not one of the four accepted formats. */
async function kindOf(file: File): Promise<Kind | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return /^.{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s.test(head) ? 'heic' : null;
}

async function previewed(file: File, kind: Kind): Promise<OpenPicture> {
  if (kind !== 'heic') throw new PictureProblem('custom.validation.imageContent');
  const { image, width, height } = await call<ImagePreview>('/image/preview', {
    method: 'POST',
    body: { imageBase64: await base64Of(file) },
  });
  return { url: image, width, height, file, bitmap: null };
}

function problemOfSides({ width, height }: OpenPicture): PictureProblem | null {
  if (Math.min(width, height) < imageLimits.minSide)
    return new PictureProblem('pictures.tooSmall', { min: imageLimits.minSide });
  if (width * height > imageLimits.pixels)
    return new PictureProblem('custom.validation.imagePixels', { max: imageLimits.megapixels });
  return null;
}

export function closePicture({ url, bitmap }: OpenPicture): void {
  if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  bitmap?.close();
}

/** A part of the picture, in percent of its sides. */
export interface Part {
  x: number;
  y: number;
  width: number;
}

/** The square of a part in whole pixels, within the picture and the limits. */
export function squareOf({ width, height }: Pick<OpenPicture, 'width' | 'height'>, part: Part): ImageCrop {
  const longest = Math.min(width, height, imageLimits.maxSide);
  const side = Math.min(longest, Math.max(imageLimits.minSide, Math.round((part.width / 100) * width)));
  const within = (value: number, whole: number) =>
    Math.min(whole - side, Math.max(0, Math.round((value / 100) * whole)));
  return { x: within(part.x, width), y: within(part.y, height), side };
}

/** Draws the square, with at most `maxSide` pixels a side, on white. */
export async function cropPicture(opened: OpenPicture, part: Part, maxSide: number): Promise<SentPicture> {
  const { x, y, side } = squareOf(opened, part);
  if (!opened.bitmap) return { imageBase64: await base64Of(opened.file), crop: { x, y, side } };
  const out = Math.min(side, maxSide);
  const canvas = new OffscreenCanvas(out, out);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureProblem('custom.validation.imageContent');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, out, out);
  context.drawImage(opened.bitmap, x, y, side, side, 0, 0, out, out);
  return { imageBase64: await base64Of(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })) };
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // Without the media type at the beginning, which browsers guess from the name.
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new PictureProblem('custom.validation.imageContent'));
    reader.readAsDataURL(blob);
  });
}
