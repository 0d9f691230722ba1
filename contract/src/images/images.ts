import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { changedText, optionalText, requiredText, searchText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';

/** IMG-02, IMG-03. Sides in pixels. */
export const imageLimits = {
  fileBytes: 5_242_880,
  minSide: 256,
  maxSide: 4096,
  /** The largest square that is stored; a picture with more pixels is refused before it is decoded. */
  pixels: 4096 * 4096,
  /** The same number in the form shown to people. */
  megapixels: 16,
  /** The size of a request body with the largest picture as base64 and its other fields. */
  bodyBytes: 7_100_000,
  name: 100,
  machineCode: 64,
  machineDescription: 255,
  listPageSize: 100,
} as const;

export const imageTypes = ['image/gif', 'image/png', 'image/jpeg', 'image/heic'] as const;

/** IMG-06: every picture is stored in three sizes; `full` has at most 1024 pixels a side, for machines 4096. */
export const imageSizes = ['96', '320', 'full'] as const;
export type ImageSize = (typeof imageSizes)[number];

/** The address of a picture: it cannot be guessed, and its content never changes. */
export function imageAddress(pictureId: string, size: ImageSize = '320'): string {
  return `/api/images/file/${pictureId}-${size}.jpg`;
}

/** What stands before and behind the id of a picture in its address. */
export const imageAddressParts = imageAddress('|').split('|') as [string, string];

/** The same picture in another size. */
export function imageInSize(imageUrl: string, size: ImageSize): string {
  return imageUrl.replace(/-(?:96|320|full)\.jpg$/, `-${size}.jpg`);
}

const megabytes = imageLimits.fileBytes / 1_048_576;

/**
 * A picture as base64, with or without `data:image/…;base64,` before it. Whether all of it is base64 is checked by the
 * decoder: a pattern over seven megabytes would take as long again.
 */
export const imageBase64 = z
  .string()
  .min(1)
  .refine(
    (text) => text.length <= imageLimits.bodyBytes && base64Bytes(text) <= imageLimits.fileBytes,
    rule('custom.validation.imageSize', { max: megabytes }),
  );

/** The number of bytes that a base64 text encodes, with or without a data address before it. */
export function base64Bytes(text: string): number {
  const from = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - from) * 3) / 4) - padding;
}

const squareRule = rule('custom.validation.imageSquare', { min: imageLimits.minSide, max: imageLimits.maxSide });
const side = z
  .number()
  .refine(
    (value) => Number.isInteger(value) && value >= imageLimits.minSide && value <= imageLimits.maxSide,
    squareRule,
  );
const corner = z.number().refine((value) => Number.isInteger(value) && value >= 0 && value < 100_000, squareRule);

/**
 * The square to crop from a picture that is not square, in pixels of the displayed picture (rotated as its metadata
 * says). Without it the picture must be square.
 */
export const imageCrop = z.strictObject({ x: corner, y: corner, side });
export type ImageCrop = z.infer<typeof imageCrop>;

const crop = { crop: imageCrop.nullish() };

/** POST `image/update`. */
export const ownImageInput = z.strictObject({ imageBase64, ...crop });
/** PUT `images/users/{id}`: null deletes the picture. */
export const userImageInput = z.strictObject({ imageBase64: imageBase64.nullable(), ...crop });
export type ImageInput = z.infer<typeof ownImageInput>;

/** POST `image/preview`: the preview for a browser that cannot decode HEIC. Nothing is stored. */
export const imagePreviewInput = z.strictObject({ imageBase64 });
/** `image` is a reduced JPEG as a `data:` address; the sides are the original's. */
export const imagePreview = z.object({ image: z.string(), width: z.int(), height: z.int() });
export type ImagePreview = z.infer<typeof imagePreview>;

/** GET `images/me`, and the answer of its change. */
export const ownImageView = z.object({ ...node('Image'), imageUrl: z.string().nullable() });
export type OwnImageView = z.infer<typeof ownImageView>;

/** IMG-01: POST `images/{product}`. */
export const programImageInput = z.strictObject({ image: imageBase64, name: requiredText(imageLimits.name), ...crop });
/** PUT `images/{product}/{id}`: changes only the fields sent; programs with this picture show the new one. */
export const programImageUpdate = z.strictObject({
  image: imageBase64.optional(),
  name: requiredText(imageLimits.name).optional(),
  ...crop,
});
/** DELETE `images/{product}`: `image` is the `avatar` of the entry. */
export const programImageDeletion = z.strictObject({ image: z.string().min(1).max(200) });

/** One picture of the programs' library. `avatar` is the reference in a program. */
export const programImageView = z.object({
  ...node('ProgramImage'),
  id: z.string(),
  avatar: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  /** How many programs show it: numbers for the super admin, null for everybody else. */
  programCount: z.int().nullable(),
  organisationCount: z.int().nullable(),
  updatedAt: instant,
});
export type ProgramImageView = z.infer<typeof programImageView>;
export const imageQuery = listQuery({ filters: { q: searchText() }, itemsPerPage: imageLimits.listPageSize });
export type ImagePage = z.output<typeof imageQuery>;

export const machineCode = requiredText(imageLimits.machineCode).refine(
  (text) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text),
  {
    message: 'custom.validation.machineCode',
  },
);

/** IMG-02: POST `images/machines`. The code is a model's or a category's. */
export const machineImageInput = z.strictObject({
  image: imageBase64,
  machineCode,
  machineDescription: optionalText(imageLimits.machineDescription),
  ...crop,
});
/** PUT `images/machines/{machineCode}`: the code cannot change. */
export const machineImageUpdate = z.strictObject({
  image: imageBase64.optional(),
  machineCode: machineCode.optional(),
  machineDescription: changedText(imageLimits.machineDescription),
  ...crop,
});
export const machineImageDeletion = z.strictObject({ machineCode: z.string().min(1).max(200) });

export const machineImageView = z.object({
  ...node('MachineImage'),
  machineCode: z.string(),
  machineDescription: z.string().nullable(),
  imageUrl: z.string(),
  /** The number of machines that show it. */
  machineCount: z.int(),
  organisationCount: z.int(),
  updatedAt: instant,
});
export type MachineImageView = z.infer<typeof machineImageView>;

/** GET `images/machines/metadata/{machineCode}`. */
export const machineImageMetadata = z.object({
  ...machineImageView.shape,
  width: z.int(),
  height: z.int(),
  type: z.literal('image/jpeg'),
  bytes: z.int(),
});
export type MachineImageMetadata = z.infer<typeof machineImageMetadata>;
