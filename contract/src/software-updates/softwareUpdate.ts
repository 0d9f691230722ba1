import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { changedText, optionalText, searchText } from '../kit/text.ts';
import { modelLimits } from '../models/model.ts';
import { modelCode } from '../models/modelCode.ts';

export const softwareUpdateLimits = {
  version: 10,
  description: 2000,
  listPageSize: 30,
  fileBytes: 2 * 1024 ** 3,
  /** One piece of a resumable upload: small enough for a slow connection to send within the time limit. */
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

/** The models that it is for; other machines are never offered it. */
export const updateModels = z
  .array(modelCode)
  .min(1, { error: 'custom.validation.updateModels' })
  .max(modelLimits.models);

/**
 * POST `software_updates` as multipart: `data` holds this as JSON, `file` the bytes (SWU-02). Without `models` it is
 * for the models that the file names.
 */
export const softwareUpdateInput = z.strictObject({
  version: softwareVersion,
  beta: z.boolean().default(false),
  description: optionalText(softwareUpdateLimits.description),
  models: updateModels.optional(),
});
export type SoftwareUpdateInput = z.output<typeof softwareUpdateInput>;

/** The same as JSON, for a file that was uploaded in pieces. */
export const softwareUpdateFromUpload = z.strictObject({ ...softwareUpdateInput.shape, upload: z.uuid() });

/** PUT: these two fields only (SWU-03). A revoked version cannot be restored. */
export const softwareUpdateEdit = z.strictObject({
  description: changedText(softwareUpdateLimits.description),
  revoked: z.boolean().optional(),
});
export type SoftwareUpdateEdit = z.output<typeof softwareUpdateEdit>;

/** Numbers of machines by the state of one update. */
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
  ...node('SoftwareUpdate'),
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
  /** What the file's `sw-description` says. */
  fileVersion: z.string().nullable(),
  hardware: z.array(z.string()),
  /** Since this time offered to every machine of its models with an older version (SWU-04). */
  generalSince: instant.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  editVersion: z.int(),
});
export type SoftwareUpdateView = z.infer<typeof softwareUpdateView>;

export const softwareUpdateDetail = softwareUpdateView.extend({
  machines: updateCounts,
  /** The number of machines that run this version now. */
  installed: z.int(),
  /** A rollout of it succeeded in each of its rings, so it may be made general (SWU-06). */
  isProved: z.boolean(),
  /** It was never offered to a machine and is in no rollout, so it can be deleted (SWU-05). */
  isDeletable: z.boolean(),
});
export type SoftwareUpdateDetail = z.infer<typeof softwareUpdateDetail>;

/** Both true by default (SWU-01): without them beta versions, or revoked ones, are left out. */
export const softwareUpdateFilters = {
  q: searchText(),
  isAllowedBeta: z.stringbool().optional(),
  addRevoked: z.stringbool().optional(),
};
export const softwareUpdateOrder = ['version', 'createdAt', 'countDownloaded'] as const;

/** POST `software_updates/uploads`: begins an upload in pieces. */
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

/** GET `software_updates/fleet`: the versions that machines run, with their numbers. */
export const fleetVersion = z.object({
  version: z.string().nullable(),
  model: z.string().nullable(),
  machines: z.int(),
  /** The update of this version, where the console has it. */
  update: z.object({ id: z.string(), revoked: z.boolean(), beta: z.boolean() }).nullable(),
});
export type FleetVersion = z.infer<typeof fleetVersion>;
