import type { ModelInput, ModelUpdate, ModelView } from '@fournil/contract/models/model';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import { changesBetween, record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, refuseOther, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { idOfName } from '../kit/ids.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import { findModel } from './queries.ts';

/** MKR-05: adds a model to the maker's range. */
export function createModel(house: House, by: Caller, input: ModelInput): Promise<ModelView> {
  return house.db.as(staffScope, async (trx) => {
    const added = await trx
      .insertInto('machineModels')
      .values({ ...input, format: JSON.stringify(input.format), capacity: JSON.stringify(input.capacity) })
      .onConflict((oc) => oc.doNothing())
      .returning('code')
      .executeTakeFirst();
    if (!added) throw unprocessable({ path: 'code', key: 'custom.validation.taken', args: {} });
    await record(trx, by, { type: 'creation', origin: originOf(input) });
    return findModel(trx, by, input.code);
  });
}

/** Changes the fields sent. Code and category never change. */
export function editModel(
  house: House,
  by: Caller,
  code: string,
  { code: saidCode, category, ...update }: ModelUpdate,
  expectedVersion: ExpectedVersion,
): Promise<ModelView> {
  return house.db.as(staffScope, async (trx) => {
    const before = await lock(trx, code);
    refuseStale(expectedVersion, before);
    refuseOther('code', saidCode, code);
    refuseOther('category', category, before.category);
    const isChanged = (field: keyof typeof update) =>
      update[field] !== undefined && JSON.stringify(update[field]) !== JSON.stringify(before[field]);
    const fields = (Object.keys(update) as (keyof typeof update)[]).filter(isChanged);
    if (fields.length === 0) return findModel(trx, by, code);
    const { format = before.format, capacity = before.capacity, ...plain } = update;
    await trx
      .updateTable('machineModels')
      .set({
        ...plain,
        format: JSON.stringify(format),
        capacity: JSON.stringify(capacity),
        updatedAt: house.now(),
        version: sql`version + 1`,
      })
      .where('code', '=', code)
      .execute();
    const shown = { name: update.name, energyKilowatts: update.energyKilowatts, retired: update.retired };
    await record(trx, by, {
      type: 'update',
      origin: originOf({ code, name: update.name ?? before.name }),
      fields,
      changes: changesBetween(before, shown),
    });
    return findModel(trx, by, code);
  });
}

/** Deletes a model that no machine has and no version is for; another one can be retired. */
export function deleteModel(house: House, by: Caller, code: string, expected: ExpectedVersion): Promise<void> {
  return house.db.as(staffScope, async (trx) => {
    const { name, version } = await lock(trx, code);
    refuseStale(expected, { version });
    const [machine, update] = await Promise.all([
      trx.selectFrom('machines').select('id').where('model', '=', code).limit(1).executeTakeFirst(),
      trx
        .selectFrom('softwareUpdates')
        .select('id')
        .where(sql<boolean>`${code} = any(models)`)
        .limit(1)
        .executeTakeFirst(),
    ]);
    if (machine || update)
      throw conflict({
        en: 'Machines or software versions are of this model: it can be retired, not deleted.',
        fr: 'Des machines ou des versions de logiciel sont de ce modèle : il peut être retiré, pas supprimé.',
      });
    await trx.deleteFrom('machineModels').where('code', '=', code).execute();
    await record(trx, by, { type: 'deletion', origin: originOf({ code, name }) });
  });
}

async function lock(trx: Trx, code: string) {
  const row = await trx.selectFrom('machineModels').selectAll().where('code', '=', code).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function originOf({ code, name }: { code: string; name: string }) {
  return { entity: 'model', id: idOfName(`model ${code}`), name } as const;
}
