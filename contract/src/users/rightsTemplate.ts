import { z } from 'zod';
import { node, reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { changedText, optionalText, requiredText, searchText } from '../kit/text.ts';
import { right } from '../rights/right.ts';
import { rights } from '../rights/rights.ts';

export const rightsTemplateLimits = { name: 100, description: 255, listPageSize: 30, namedPeople: 10 } as const;

const rightList = z.array(right).max(rights.length);

/** POST `rights-templates` (AUD-02): a named set of rights. A sub-right needs its parent in the set. */
export const rightsTemplateInput = z.strictObject({
  name: requiredText(rightsTemplateLimits.name),
  description: optionalText(rightsTemplateLimits.description),
  rights: rightList,
});
export type RightsTemplateInput = z.output<typeof rightsTemplateInput>;

/** PUT `rights-templates/{id}`: changes only the fields sent; rights change for all users of the template. */
export const rightsTemplateUpdate = z.strictObject({
  name: rightsTemplateInput.shape.name.optional(),
  description: changedText(rightsTemplateLimits.description),
  rights: rightList.optional(),
});
export type RightsTemplateUpdate = z.output<typeof rightsTemplateUpdate>;

export const rightsTemplateView = z.object({
  ...node('RightsTemplate'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  rights: z.array(right),
  /** The number of users who have it. */
  people: z.int(),
  updatedAt: instant,
  version: z.int(),
});
export type RightsTemplateView = z.infer<typeof rightsTemplateView>;

export const rightsTemplateQuery = listQuery({
  view: rightsTemplateView,
  filters: { q: searchText() },
  itemsPerPage: rightsTemplateLimits.listPageSize,
});
export type RightsTemplatePage = z.output<typeof rightsTemplateQuery>;

/** POST `rights-templates/{id}/preview`: the users whose rights would change, and how. */
export const rightsTemplatePreviewInput = z.strictObject({ rights: rightList });
export const rightsTemplatePreview = z.object({
  people: z.int(),
  /** The first of them by name. */
  names: z.array(z.string()),
  added: z.array(right),
  taken: z.array(right),
});
export type RightsTemplatePreview = z.infer<typeof rightsTemplatePreview>;

/** PUT `users/{id}/template`: gives a template; null removes it and leaves the rights as they are. */
export const templateChoice = z.strictObject({ template: reference('rights-templates').nullable() });
export type TemplateChoice = z.output<typeof templateChoice>;
