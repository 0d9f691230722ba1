import { imageAddressParts } from '@fournil/contract/images/images';
import { modelView } from '@fournil/contract/models/model';
import { sql } from 'kysely';
import { addressColumn, placeOfCategory } from '../db/fields.ts';
import type { Caller } from '../kit/caller.ts';
import type { ListedResource } from '../resources/index.ts';

const isStaff = ({ organisationId }: Caller) => organisationId === null;

/** MKR-05: the maker's models, which everybody reads; the number of machines for the maker's staff. */
export const modelResource: ListedResource<'machineModels', typeof modelView, Caller> = {
  entity: 'model',
  table: 'machineModels',
  key: 'code',
  view: modelView,
  seenBy: () => sql`true`,
  // Counted at once, because several nodes refuse to count the machines of each model in a sub-select of its row.
  joins: (reader) =>
    isStaff(reader)
      ? sql`left join (select model, count(*)::int as machines from machines group by model) as counted
          on counted.model = "machineModels".code`
      : sql``,
  fields: ({ caller }) => ({
    id: sql`"machineModels".code`,
    imageUrl: addressColumn(
      sql`(select "pictureId" from "machineImages" where "machineCode" = "machineModels".code)`,
      imageAddressParts,
    ),
    machineCount: isStaff(caller) ? sql`coalesce(counted.machines, 0)` : sql`null::int`,
  }),
  orders: ({ caller }) => ({ categoryName: placeOfCategory(sql`"machineModels".category`, caller.language) }),
  sortedBy: [['categoryName'], ['name']],
  searched: ['machineModels.name', 'machineModels.code'],
  unique: { machineModels_pkey: 'code' },
};
