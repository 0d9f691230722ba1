import type { ModelInput, ModelUpdate } from '@fournil/contract/models/model';
import { sql } from 'kysely';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict, refuseOther } from '../kit/errors.ts';
import { addRecord, changeRecord, findRecord, lockRecord, removeRecord } from '../resources/index.ts';
import { modelResource } from './resource.ts';

type Context = CallContext<Caller>;

/** MKR-05: adds a model to the maker's range. */
export async function createModel(context: Context, { format, capacity, ...input }: ModelInput) {
  const values = { ...input, format: JSON.stringify(format), capacity: JSON.stringify(capacity) };
  return findRecord(context, modelResource, await addRecord(context, modelResource, values));
}

/** Changes the fields sent. Code and category never change. */
export async function editModel(context: Context, key: string, { code, category, ...update }: ModelUpdate) {
  const before = await lockRecord(context, modelResource, key);
  refuseOther('code', code, key);
  refuseOther('category', category, before.category);
  await changeRecord(context, modelResource, before, update);
  return findRecord(context, modelResource, key);
}

/** Deletes a model that no machine has and no version is for; another one can be retired. */
export async function deleteModel(context: Context, code: string): Promise<void> {
  const { trx } = context;
  const model = await lockRecord(context, modelResource, code);
  const isOfIt = sql<boolean>`${code} = any(models)`;
  const [machine, version] = await Promise.all([
    trx.selectFrom('machines').select('id').where('model', '=', code).limit(1).executeTakeFirst(),
    trx.selectFrom('softwareUpdates').select('id').where(isOfIt).limit(1).executeTakeFirst(),
  ]);
  if (machine || version)
    throw conflict({
      en: 'Machines or software versions are of this model: it can be retired, not deleted.',
      fr: 'Des machines ou des versions de logiciel sont de ce modèle : il peut être retiré, pas supprimé.',
    });
  await removeRecord(context, modelResource, model);
}
