import { staffScope, type Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import type { KeptNames } from '../../kit/storage.ts';

/** The files that versions name; other files of their folder are deleted. */
export function keptUpdates(services: Services): KeptNames {
  return async (names) => {
    const rows = await services.db.as(staffScope, (trx) =>
      trx.selectFrom('softwareUpdates').select('storedAs').where('storedAs', 'in', names).execute(),
    );
    return new Set(rows.map(({ storedAs }) => storedAs));
  };
}

/** Every file that a version names, with its checksum. */
export function updateFiles(trx: Trx): Promise<{ name: string; sha256: string }[]> {
  return trx.selectFrom('softwareUpdates').select(['storedAs as name', 'sha256']).execute();
}
