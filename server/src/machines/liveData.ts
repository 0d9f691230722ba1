import { sql } from 'kysely';
import { organisationScope, type Trx } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import { heatOfRunningProgram } from './queries.ts';
import { movingOf } from './view.ts';

/** Live events of machines contain what changes while they work, so that lists are patched and not read again. */
export function describeMachines(house: House): void {
  house.live.describe('machines', async ({ organisationId, ids }) => {
    const rows = await house.db.as(organisationScope(organisationId), (trx) => loadMoving(trx, organisationId, ids));
    const told = (row: (typeof rows)[number], heat: typeof row.heat) => ({ id: row.machineId, ...movingOf(row, heat) });
    return new Map(
      rows.map((row) => [row.machineId, { whole: told(row, row.heat), withoutPrograms: told(row, null) }]),
    );
  });
}

function loadMoving(trx: Trx, organisationId: string, ids: string[]) {
  return trx
    .selectFrom('machineStates')
    .selectAll()
    .select(heatOfRunningProgram.as('heat'))
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${ids}::uuid[])`)
    .execute();
}
