import { z } from 'zod';
import { idOf } from '../kit/addresses.ts';
import { embedded, node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { changedText, optionalText, requiredText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { phaseGroup, phaseGroups } from '../phases/phaseGroups.ts';

/** PRG-02. */
export const programLimits = { name: 40, description: 144, tags: 5, listPageSize: 10, rowsPerDivider: 6 } as const;

/**
 * The `key` of the 404 of a program that is not approved and that the reader therefore may not see, but on whose
 * machine it is installed (PRG-03).
 */
export const restrictedProgram = 'resources.programs.restricted.title';

export const programCategory = z.enum(machineCategoryCodes, {
  error: ({ input }) =>
    typeof input === 'string' && input !== ''
      ? 'custom.validation.unknownMachineType'
      : 'custom.validation.machineType',
});

/** A picture of the maker's library, by its `avatar`; null for the drawing of the program. */
const avatar = z.string().max(200).transform(idOf).pipe(z.uuid()).nullable();

/** The fields of the identification tab and of the wizard's second step. */
export const programIdentification = z.strictObject({
  name: requiredText(programLimits.name),
  description: optionalText(programLimits.description),
  tags: z
    .array(reference('tags'))
    .max(programLimits.tags)
    .refine((tags) => new Set(tags).size === tags.length, rule('custom.validation.unique'))
    .default([]),
  avatar: avatar.default(null),
});

/** POST `programs`. `approved: true` needs the right to approve. */
export const programInput = z
  .strictObject({
    ...programIdentification.shape,
    category: programCategory,
    phaseGroups,
    approved: z.boolean().default(false),
  })
  .meta({
    examples: [
      {
        name: 'Baguette',
        category: 'deck',
        phaseGroups: [
          {
            phaseGroupType: 'heat',
            prePhaseValues: { temperature: 250 },
            phases: [{ position: 1, values: { temperature: 240, duration: 1320, notification: false } }],
          },
          { phaseGroupType: 'steam', phases: [{ position: 1, values: { start: 0, volume: 8 } }] },
        ],
      },
    ],
  });
export type ProgramInput = z.infer<typeof programInput>;

/**
 * PUT `programs/{id}`: changes only the fields sent. The category cannot change, because ovens of that category hold
 * the program; it may be sent as it is.
 */
export const programUpdate = z.strictObject({
  category: programCategory.optional(),
  name: programIdentification.shape.name.optional(),
  description: changedText(programLimits.description),
  tags: z
    .array(reference('tags'))
    .max(programLimits.tags)
    .refine((tags) => new Set(tags).size === tags.length, rule('custom.validation.unique'))
    .optional(),
  avatar: avatar.optional(),
  phaseGroups: phaseGroups.optional(),
  approved: z.boolean().optional(),
  /**
   * MNU-03: true saves a new revision as a draft also for callers whose changes are approved at once; the machines keep
   * the approved revision until the new one is approved or rolled out. Not together with `approved`.
   */
  draft: z.boolean().optional(),
  /**
   * True withdraws the approved revision and ends a rollout; what waits for approval beside it goes on waiting. Not
   * with `approved: true`.
   */
  withdraw: z.boolean().optional(),
});
export type ProgramUpdate = z.infer<typeof programUpdate>;

export const programView = z.object({
  ...node('Program'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.enum(machineCategoryCodes),
  avatar: z.string().nullable(),
  /** The picture of the avatar; null without one, or when it was deleted from the library. */
  imageUrl: z.string().nullable(),
  approved: z.boolean(),
  /** Counts from 1; a change of name or settings makes a new revision. */
  revision: z.int(),
  /**
   * The approved revision, which machines receive; null while none is approved. Lower than `revision` while an edit
   * waits for approval.
   */
  approvedRevision: z.int().nullable(),
  totalSeconds: z.int(),
  phaseGroups: z.array(phaseGroup),
  tags: z.array(embedded('tags', { name: z.string() })),
  machineCount: z.int(),
  createdBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Increases with every update; also sent as ETag. */
  version: z.int(),
});
export type ProgramView = z.infer<typeof programView>;

/** GET, POST and PUT of one program. */
export const programDetail = programView.extend({
  /** The machines in service that hold it, whether the reader sees them or not: they are sent what is approved. */
  sentCount: z.int(),
});
export type ProgramDetail = z.infer<typeof programDetail>;
