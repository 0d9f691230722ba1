import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { requiredText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { machineCategory } from '../machines/machineCategory.ts';
import { modelCode } from './modelCode.ts';

export const modelLimits = {
  name: 40,
  text: 60,
  energyKilowatts: 1000,
  steamTankCentilitres: 100_000,
  hardwareRevisions: 30,
  hardwareRevision: 30,
  /** More than any maker has. */
  models: 500,
  listPageSize: 100,
} as const;

/** A text on screens, in both languages. */
const inBoth = z.strictObject({ en: requiredText(modelLimits.text), fr: requiredText(modelLimits.text) });

export const modelTypes = ['electric', 'gas'] as const;

const fields = {
  name: requiredText(modelLimits.name),
  /** The size: number of decks, trays or levels. */
  format: inBoth,
  type: z.enum(modelTypes),
  /** The capacity of one batch. */
  capacity: inBoth,
  /** Nominal power. */
  energyKilowatts: z.number().positive().max(modelLimits.energyKilowatts),
  /** Its water tank; 0 for a machine without steam. */
  steamTankCentilitres: z.int().min(0).max(modelLimits.steamTankCentilitres),
  /** The revisions of its hardware, as machines report them to SWUpdate; empty while none are distinguished. */
  hardwareRevisions: z
    .array(requiredText(modelLimits.hardwareRevision))
    .max(modelLimits.hardwareRevisions)
    .refine((revisions) => new Set(revisions).size === revisions.length, rule('custom.validation.unique')),
};

/** POST `models` (MKR-05), for the super admin. Code and category never change, because machines and files name them. */
export const modelInput = z
  .strictObject({
    code: modelCode,
    category: machineCategory,
    ...fields,
  })
  .meta({
    examples: [
      {
        code: 'sole-5-20',
        category: 'deck',
        name: 'Sole 5-20',
        format: { en: '5 × 2 m²', fr: '5 × 2 m²' },
        type: 'electric',
        capacity: { en: '150 baguettes', fr: '150 baguettes' },
        energyKilowatts: 71,
        steamTankCentilitres: 200,
        hardwareRevisions: ['1.0', '2.0'],
      },
    ],
  });
export type ModelInput = z.output<typeof modelInput>;

/** PUT `models/{code}`: changes only the fields sent. A retired model cannot be chosen for new machines. */
export const modelUpdate = z.strictObject({
  code: modelInput.shape.code.optional(),
  category: modelInput.shape.category.optional(),
  name: fields.name.optional(),
  format: fields.format.optional(),
  type: fields.type.optional(),
  capacity: fields.capacity.optional(),
  energyKilowatts: fields.energyKilowatts.optional(),
  steamTankCentilitres: fields.steamTankCentilitres.optional(),
  hardwareRevisions: fields.hardwareRevisions.optional(),
  retired: z.boolean().optional(),
});
export type ModelUpdate = z.output<typeof modelUpdate>;

const inBothShown = z.object({ en: z.string(), fr: z.string() });
export const modelView = z.object({
  ...node('Model'),
  /** The same as `code`. */
  id: z.string(),
  code: z.string(),
  name: z.string(),
  category: z.enum(machineCategoryCodes),
  format: inBothShown,
  type: z.enum(modelTypes),
  capacity: inBothShown,
  energyKilowatts: z.number(),
  steamTankCentilitres: z.int(),
  hardwareRevisions: z.array(z.string()),
  retired: z.boolean(),
  /** The maker's picture of this model. */
  imageUrl: z.string().nullable(),
  /** For the maker's staff; null for others. */
  machineCount: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
});
export type ModelView = z.infer<typeof modelView>;
