import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { changedText, optionalText, searchText } from '../kit/text.ts';
import { machineModels } from '../machines/catalogue.ts';

export const softwareUpdateLimits = {
  version: 10,
  description: 2000,
  listPageSize: 30,
  fileBytes: 2 * 1024 ** 3,
  /** One piece of an upload that can be left and resumed: small enough for a slow line to send it in time. */
  pieceBytes: 2 * 1024 ** 2,
} as const;

/** Semantic Versioning 2.0.0, sections 2, 9 and 10: `1.2.3`, `1.2.3-rc.1`, `1.2.3+b1`. */
const semantic =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

export const softwareVersion = z
  .string()
  .min(1, { abort: true })
  .max(softwareUpdateLimits.version, { abort: true })
  .regex(semantic, { error: 'custom.components.software_updates.create.semverRegexValidation' });

const modelCodes = machineModels.map(({ code }) => code) as [string, ...string[]];
/** Which machines it is for: never offered to any other. */
export const updateModels = z
  .array(z.enum(modelCodes))
  .min(1, { error: 'custom.validation.updateModels' })
  .max(modelCodes.length);

/**
 * POST `software_updates` as multipart: `data` holds this as JSON, `file` the bytes (SWU-02). Without `models` it is
 * for those that the file names.
 */
export const softwareUpdateInput = z.strictObject({
  version: softwareVersion,
  beta: z.boolean().default(false),
  description: optionalText(softwareUpdateLimits.description),
  models: updateModels.optional(),
});
export type SoftwareUpdateInput = z.output<typeof softwareUpdateInput>;

/** The same as JSON, for a file that came in pieces before. */
export const softwareUpdateFromUpload = z.strictObject({ ...softwareUpdateInput.shape, upload: z.uuid() });

/** PUT: these two only (SWU-03). What is revoked stays so. */
export const softwareUpdateEdit = z.strictObject({
  description: changedText(softwareUpdateLimits.description),
  revoked: z.boolean().optional(),
});
export type SoftwareUpdateEdit = z.output<typeof softwareUpdateEdit>;

/** Where machines stand with one update. */
export const updateCounts = z.object({
  waiting: z.int(),
  offered: z.int(),
  downloading: z.int(),
  installing: z.int(),
  restartPending: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  cancelled: z.int(),
});
export type UpdateCounts = z.infer<typeof updateCounts>;

export const softwareUpdateView = z.object({
  ...node,
  id: z.string(),
  version: z.string(),
  beta: z.boolean(),
  revoked: z.boolean(),
  description: z.string().nullable(),
  countDownloaded: z.int(),
  /** SHA-256, hexadecimal. */
  checksum: z.string(),
  sizeBytes: z.int(),
  fileName: z.string(),
  models: z.array(z.string()),
  /** What the file says of itself. */
  fileVersion: z.string().nullable(),
  hardware: z.array(z.string()),
  /** Offered to every machine that it is for and that has something older, since then (SWU-04). */
  generalSince: instant.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  editVersion: z.int(),
});
export type SoftwareUpdateView = z.infer<typeof softwareUpdateView>;

export const softwareUpdateDetail = softwareUpdateView.extend({
  machines: updateCounts,
  /** Machines that run this very version now. */
  installed: z.int(),
  /** A rollout of it succeeded in each of its rings: it may become general (SWU-06). */
  isProved: z.boolean(),
  /** It was never offered to a machine and is in no rollout: it can be deleted (SWU-05). */
  isDeletable: z.boolean(),
});
export type SoftwareUpdateDetail = z.infer<typeof softwareUpdateDetail>;

/** Both switched on at first (SWU-01): without them beta versions, or revoked ones, are left out. */
export const softwareUpdateFilters = {
  q: searchText(),
  isAllowedBeta: z.stringbool().optional(),
  addRevoked: z.stringbool().optional(),
};
export const softwareUpdateOrder = ['version', 'createdAt', 'countDownloaded'] as const;

/** POST `software_updates/uploads`: begins a file that comes in pieces. */
export const uploadInput = z.strictObject({
  fileName: z.string().trim().min(1).max(255),
  sizeBytes: z.int().min(1).max(softwareUpdateLimits.fileBytes),
});
export const uploadView = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  expiresAt: instant,
});
export type UploadView = z.infer<typeof uploadView>;

/** GET `software_updates/fleet`: which versions are out there. */
export const fleetVersion = z.object({
  version: z.string().nullable(),
  model: z.string().nullable(),
  machines: z.int(),
  /** The update of this version, where it is one of ours. */
  update: z.object({ id: z.string(), revoked: z.boolean(), beta: z.boolean() }).nullable(),
});
export type FleetVersion = z.infer<typeof fleetVersion>;
