import { iri } from '@fournil/contract/kit/addresses';
import type { DeletedOrganisation } from '@fournil/contract/recycle-bin/recycleBin';
import { gateScope } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/** AUD-03: the organisations that the maker can still restore, the next to end first. */
export function listDeletedOrganisations(services: Services): Promise<DeletedOrganisation[]> {
  return services.db.read(gateScope, async (trx) => {
    const rows = await trx
      .selectFrom('organisations')
      .select(['id', 'name', 'deletedAt', 'endsAt'])
      .where('deletedAt', 'is not', null)
      .where('endsAt', '>', services.now())
      .orderBy('endsAt')
      .execute();
    return rows.flatMap(({ id, name, deletedAt, endsAt }) =>
      deletedAt && endsAt
        ? [
            {
              '@id': iri('client-admins/deleted', id),
              '@type': 'DeletedOrganisation',
              id,
              name,
              deletedAt: deletedAt.toISOString(),
              endsAt: endsAt.toISOString(),
            },
          ]
        : [],
    );
  });
}
