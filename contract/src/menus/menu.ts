import { z } from 'zod';
import { embedded, link, node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { flag, listQuery } from '../kit/listQuery.ts';
import { changedText, optionalText, requiredText, searchText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';
import { linkLimits } from '../machine-link/topics.ts';
import { machineCategoryCodes } from '../machines/catalogue.ts';
import { programCategory } from '../programs/program.ts';
import { missingReasons, placeKinds } from './holding.ts';
import { date, season } from './season.ts';

export const menuLimits = {
  name: 60,
  note: 300,
  programs: 200,
  /** The structures and machines to which one menu is given. */
  places: 500,
  menus: 1000,
  listPageSize: 20,
} as const;

const programs = z
  .array(reference('programs'))
  .min(1, { message: 'custom.menus.noProgram' })
  .max(menuLimits.programs)
  .refine((ids) => new Set(ids).size === ids.length, rule('custom.validation.unique'));

/** How many programs a shop may add besides a standing menu: 0 for none, null for any number. */
const additions = z.int().min(0).max(linkLimits.programsPerMachine).nullable();

/** With the name where a record is sent back that was read; it is the place's own and changes nothing. */
const name = z.string().nullable().optional();
const place = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('structure'), id: reference('structures'), name }),
    z.strictObject({ kind: z.literal('machine'), id: reference('machines'), name }),
  ])
  .transform(({ kind, id }) => ({ kind, id }));
const places = z
  .array(place)
  .max(menuLimits.places)
  .refine(
    (all) => new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size === all.length,
    rule('custom.validation.unique'),
  );

const content = { programs, season: season.nullable().default(null), additions: additions.default(null) };

/**
 * POST `menus` (MNU-01). `approved: true` needs the right to approve programs, places the right to install them.
 */
export const menuInput = z
  .strictObject({
    name: requiredText(menuLimits.name),
    note: optionalText(menuLimits.note),
    category: programCategory,
    ...content,
    places: places.default([]),
    approved: z.boolean().default(false),
  })
  .meta({
    examples: [
      {
        name: 'Christmas',
        category: 'deck',
        programs: ['/api/programs/01a213da-5248-74b8-a388-d33343eb51c9'],
        season: { from: '2026-12-01', until: '2027-01-06', everyYear: true },
        additions: null,
        places: [{ kind: 'structure', id: '/api/structures/01a213da-4c1b-7d43-b5a5-0b0f0a2f8a11' }],
        approved: true,
      },
    ],
  });
export type MenuInput = z.output<typeof menuInput>;

/**
 * PUT `menus/{id}`: changes only the fields sent. Programs, season and additions make the next revision. The category
 * cannot change; it may be sent as it is. `places` are all that the caller sees: those that they do not see remain.
 */
export const menuUpdate = z.strictObject({
  name: menuInput.shape.name.optional(),
  note: changedText(menuLimits.note),
  category: programCategory.optional(),
  programs: programs.optional(),
  season: season.nullable().optional(),
  additions: additions.optional(),
  places: places.optional(),
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
export type MenuUpdate = z.output<typeof menuUpdate>;

/**
 * A program of a menu. Its name is null for one that is not approved and that the reader may not see, and for one that
 * has been deleted.
 */
const menuProgram = embedded('programs', {
  name: z.string().nullable(),
  imageUrl: z.string().nullable(),
  totalSeconds: z.int(),
  approved: z.boolean(),
  restricted: z.boolean(),
  deleted: z.boolean(),
});
export type MenuProgram = z.infer<typeof menuProgram>;

const placeView = z.object({ kind: z.enum(placeKinds), id: z.string(), name: z.string() });
export type MenuPlaceView = z.infer<typeof placeView>;

export const menuView = z.object({
  ...node('Menu'),
  id: z.string(),
  name: z.string(),
  note: z.string().nullable(),
  category: z.enum(machineCategoryCodes),
  season: season.nullable(),
  additions: z.int().nullable(),
  programCount: z.int(),
  approved: z.boolean(),
  /** Counts from 1; a change of programs, season or additions makes a new revision. */
  revision: z.int(),
  /** The approved one, which machines follow; null while none is approved. */
  approvedRevision: z.int().nullable(),
  /** Its reach: the machines that follow it, in or out of its season, among those that the reader sees. */
  machineCount: z.int(),
  /** In so many structures. */
  structureCount: z.int(),
  /** Of those machines, the ones on which a program of this menu was changed at the oven (MNU-02). */
  differenceCount: z.int(),
  /** It also reaches machines that the reader does not see, whose programs the reader may therefore not change. */
  reachesFurther: z.boolean(),
  createdBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Increases with every update; also sent as ETag. */
  version: z.int(),
});
export type MenuView = z.infer<typeof menuView>;

/** GET `menus/{id}`: with its programs in their order and the places that the reader sees. */
export const menuDetail = menuView.extend({
  programs: z.array(menuProgram),
  places: z.array(placeView),
  /** Of its reach, the machines that are sent what is approved: those in service. */
  sentCount: z.int(),
});
export type MenuDetail = z.infer<typeof menuDetail>;

/** GET `menus`. */
export const menuQuery = listQuery({
  view: menuView,
  order: ['categoryName'],
  filters: {
    q: searchText(),
    seasonal: flag.optional(),
    program: reference('programs').optional(),
  },
  itemsPerPage: menuLimits.listPageSize,
});
export type MenuPage = z.output<typeof menuQuery>;

/** GET `menus/{id}/revisions`: kept for ever, never changed. */
export const menuRevisionView = z.object({
  ...node('MenuRevision'),
  menu: link('menus'),
  revision: z.int(),
  programs: z.array(menuProgram),
  season: season.nullable(),
  additions: z.int().nullable(),
  createdBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  approvedAt: instant.nullable(),
  /** The revision that machines follow now. */
  isApproved: z.boolean(),
  /** The newest one. */
  isPresent: z.boolean(),
});
export type MenuRevisionView = z.infer<typeof menuRevisionView>;

/** POST `menus/preview`: a menu as it would be saved; `menu` is the one that would be changed. */
export const menuPreviewInput = z.strictObject({
  menu: reference('menus').nullable().default(null),
  category: programCategory,
  ...content,
  programs: z.array(reference('programs')).max(menuLimits.programs),
  places,
  /** The machine whose list is shown; by default the first one that follows the menu. */
  machine: reference('machines').nullable().default(null),
  /** The date at whose noon the list of that machine is shown; by default now. */
  date: date.nullable().default(null),
});
export type MenuPreviewInput = z.output<typeof menuPreviewInput>;

const previewedProgram = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** The machines to which it comes, from which it goes, and on whose list it moves. */
  comes: z.int(),
  goes: z.int(),
  moves: z.int(),
});

/** What would change now, among the machines that the reader sees. */
export const menuPreview = z.object({
  /** The machines that follow the menu, in so many structures. */
  machineCount: z.int(),
  structureCount: z.int(),
  /** The machines whose list would change. */
  changedCount: z.int(),
  /** Those that would follow the menu, or would no longer. */
  joiningCount: z.int(),
  leavingCount: z.int(),
  programs: z.array(previewedProgram),
  /** The programs that cannot be on machines, and why. */
  missing: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), reason: z.enum(missingReasons), machineCount: z.int() }),
  ),
  /** Programs of the menu that wait for approval: they come once they are approved. */
  unapprovedCount: z.int(),
  /** The machines of the places whose category is another one, which the menu does not concern. */
  otherCategoryCount: z.int(),
  reachesFurther: z.boolean(),
  machine: z
    .object({
      id: z.string(),
      name: z.string(),
      programs: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          imageUrl: z.string().nullable(),
          totalSeconds: z.int(),
          /** Null for one that was added by hand. */
          menu: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type MenuPreview = z.infer<typeof menuPreview>;

/** GET `machines/{id}/menus`: the menus that a machine follows, in the order of its list, and why. */
export const followedMenuView = z.object({
  /** Its name is null for a reader who may not see it, because a change of it waits for approval. */
  menu: embedded('menus', { name: z.string().nullable(), season: season.nullable(), additions: z.int().nullable() }),
  /** Why: the place through which it reaches the machine; its name is null for a reader who does not see it. */
  place: z.object({ kind: z.enum(placeKinds), id: z.string(), name: z.string().nullable() }),
  /** False while its season is still to come. */
  isOn: z.boolean(),
  /** The programs of the menu that cannot be on this machine, and why. */
  missing: z.array(z.object({ id: z.string(), name: z.string().nullable(), reason: z.enum(missingReasons) })),
});
export type FollowedMenuView = z.infer<typeof followedMenuView>;
