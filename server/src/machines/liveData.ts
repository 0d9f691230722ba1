import type { MachineView } from '@fournil/contract/machines/machine';
import { sql } from 'kysely';
import { organisationScope, type Trx } from '../db/database.ts';
import { jsonOfCode, jsonOfObject, sqlOf } from '../db/jsonText.ts';
import type { Services } from '../kit/services.ts';
import { movingJson } from './movingJson.ts';

/** Live events of machines contain what changes while they work, so that lists are patched and not read again. */
export function describeMachines(services: Services): void {
  services.live.describe('machines', async ({ organisationId, ids }) => {
    const rows = await services.db.as(organisationScope(organisationId), (trx) => loadMoving(trx, organisationId, ids));
    return new Map(
      rows.map(({ id, json }) => {
        const whole = JSON.parse(json) as Moving;
        return [id, { whole, withoutPrograms: withoutHeat(whole) }];
      }),
    );
  });
}

type Moving = Pick<MachineView, 'id' | 'connection' | 'now' | 'lastError' | 'openErrorCount'>;

function withoutHeat(moving: Moving): Moving {
  const { program } = moving.now;
  return program ? { ...moving, now: { ...moving.now, program: { ...program, heat: [] } } } : moving;
}

const movingOfState = sqlOf(jsonOfObject({ id: jsonOfCode('"machineStates"."machineId"'), ...movingJson(true) }));

function loadMoving(trx: Trx, organisationId: string, ids: string[]) {
  return trx
    .selectFrom('machineStates')
    .select(['machineId as id', sql<string>`${sql.raw(movingOfState)}`.as('json')])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`"machineId" = any(${ids}::uuid[])`)
    .execute();
}
