import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { FaultCode } from '@fournil/contract/machines/faults';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import { markDays } from '../kept-days/markDays.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { columnsOf } from './columns.ts';
import { announceFaults, recount } from './storeFaults.ts';
import type { ChangedFault } from './storeMisdatedFaults.ts';

/** "Date and time": the code that an oven itself reports when it notices. */
const clockCode: FaultCode = 'E05';
/** A clock that is wrong again within this time continues the same fault, without another mail. */
const sameFaultMilliseconds = hourMilliseconds;

/**
 * LNK-05: a fault that the server itself raises when a machine's clock is wrong; it ends when the machine's times are
 * right again.
 */
export async function storeClockFaults(
  services: Services,
  trx: Trx,
  { wrong, right }: { wrong: LinkedMachine[]; right: LinkedMachine[] },
): Promise<void> {
  const now = services.now();
  if (wrong.length > 0) {
    const reopened = await reopen(trx, wrong, now);
    await recount(trx, reopened);
    await markDays(
      trx,
      reopened.map(({ dateStart, ...row }) => ({ ...row, at: dateStart.toISOString() })),
    );
    const isReopened = new Set(reopened.map(({ machineId }) => machineId));
    const rest = wrong
      .filter(({ machineId }) => !isReopened.has(machineId))
      .map(({ machineId, organisationId }) => ({ id: newId(), machineId, organisationId }));
    const known = await withOpenFault(trx, rest);
    const all = columnsOf(
      rest.filter(({ machineId }) => !known.has(machineId)),
      'id',
      'machineId',
      'organisationId',
    );
    const { rows } =
      await sql<ChangedFault>`insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart",
        "byServer")
      select id, "machineId", "organisationId", ${clockCode}, ${now}::timestamptz, true
      from unnest(${all.id}::uuid[], ${all.machineId}::uuid[], ${all.organisationId}::uuid[]) as row (id, "machineId",
        "organisationId")
      on conflict do nothing
      returning "machineId", "organisationId", code, "dateStart", "dateEnd", true as inserted`.execute(trx);
    await announceFaults(services, trx, rows);
  }
  if (right.length > 0) {
    const { rows } =
      await sql<ChangedFault>`update "machineErrors" set "dateEnd" = greatest(${now}::timestamptz, "dateStart")
      where ${isOfOrganisations('organisationId', right)}
        and "machineId" = any(${right.map(({ machineId }) => machineId)}::uuid[]) and code = ${clockCode} and "byServer"
        and "dateEnd" is null
      returning "machineId", "organisationId", code, "dateStart", "dateEnd", false as inserted`.execute(trx);
    await announceFaults(services, trx, rows);
  }
}

type Reopened = Pick<ChangedFault, 'organisationId' | 'machineId' | 'dateStart'>;

async function withOpenFault(
  trx: Trx,
  machines: readonly { machineId: string; organisationId: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ machineId: string }>`select "machineId" from "machineErrors"
    where ${isOfOrganisations('organisationId', machines)}
      and "machineId" = any(${machines.map(({ machineId }) => machineId)}::uuid[]) and code = ${clockCode}
      and "dateEnd" is null`.execute(trx);
  return new Set(rows.map(({ machineId }) => machineId));
}

async function reopen(trx: Trx, machines: LinkedMachine[], now: Date): Promise<Reopened[]> {
  const { rows } = await sql<Reopened>`update "machineErrors" error set "dateEnd" = null
    where ${isOfOrganisations('error.organisationId', machines)}
      and "machineId" = any(${machines.map(({ machineId }) => machineId)}::uuid[]) and code = ${clockCode}
      and "byServer"
      and "dateEnd" > ${new Date(now.getTime() - sameFaultMilliseconds)}
      and not exists (select from "machineErrors" other where other."organisationId" = error."organisationId"
        and other."machineId" = error."machineId" and other.code = ${clockCode}
        and (other."dateEnd" is null or (other."byServer" and other."dateStart" > error."dateStart")))
    returning "organisationId", "machineId", "dateStart"`.execute(trx);
  return rows;
}
