import type { RightsTemplateInput, RightsTemplateUpdate } from '@fournil/contract/users/rightsTemplate';
import { forgetEverybody } from '../../identity/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { onceCommitted } from '../../kit/onceCommitted.ts';
import { addRecord, changeRecord, findRecord, lockRecord, removeRecord } from '../../resources/index.ts';
import { changeRightsOfTemplate, dissolveTemplate, inOrder, refuseWithoutParent } from '../rights/templateRights.ts';
import { templateResource } from './resource.ts';

export async function createTemplate(context: CallContext, { rights, ...input }: RightsTemplateInput) {
  refuseWithoutParent(rights, 'rights');
  const values = { ...input, rights: inOrder(rights).sort() };
  const changes = [{ field: 'rights', before: [], after: values.rights }];
  return findRecord(context, templateResource, await addRecord(context, templateResource, values, { changes }));
}

/** Changes only the fields sent; new rights apply to all users of the template with this transaction. */
export async function editTemplate(context: CallContext, id: string, { rights, ...update }: RightsTemplateUpdate) {
  if (rights) refuseWithoutParent(rights, 'rights');
  // Locked: giving it to users and this transaction wait for each other.
  const before = await lockRecord(context, templateResource, id);
  const values = { ...update, rights: rights && inOrder(rights).sort() };
  const was = { ...before, rights: inOrder(before.rights).sort() };
  const isChanged = await changeRecord(context, templateResource, was, values);
  if (isChanged && rights) await changeRightsOfTemplate(context, id, inOrder(rights));
  onceCommitted(context.trx, forgetEverybody);
  return findRecord(context, templateResource, id);
}

/** Users of the template keep their present rights. */
export async function deleteTemplate(context: CallContext, id: string): Promise<void> {
  const template = await lockRecord(context, templateResource, id);
  await dissolveTemplate(context, id);
  await removeRecord(context, templateResource, template);
}
