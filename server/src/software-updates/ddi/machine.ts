import { type Hardware, hardwareOf } from '@fournil/contract/software-updates/hardware';
import { linkScope } from '../../db/database.ts';
import { organisationsOfMachines } from '../../db/organisations.ts';
import { unauthorized } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';
import type { UpdateHourColumns } from '../../rollouts/index.ts';

/** A machine that calls the update interface. */
export interface DdiMachine {
  id: string;
  organisationId: string;
  name: string;
  model: string | null;
  softwareVersion: string | null;
  betaAllowed: boolean;
  inService: boolean;
  hours: UpdateHourColumns;
  /** Whether it has sent its configuration data since it was paired. */
  isDescribed: boolean;
  /** Null until the machine has reported it. */
  hardware: Hardware | null;
}

/** The machine of the address, if the token is its own and it is paired and active. One answer for all other cases. */
export async function ddiMachine(
  services: Services,
  controllerId: string,
  authorization: string | undefined,
): Promise<DdiMachine> {
  const token = /^TargetToken ([\w-]{20,200})$/.exec(authorization ?? '')?.[1];
  const row =
    token && isId(controllerId)
      ? await services.db.read(linkScope, async (trx) => {
          const isHere = await organisationsOfMachines(services.db, trx, [controllerId]);
          return trx
            .selectFrom('machines')
            .selectAll()
            .where(isHere('organisationId'))
            .where('id', '=', controllerId)
            .where('pairedAt', 'is not', null)
            .where('active', '=', true)
            .executeTakeFirst();
        })
      : undefined;
  if (!row || !token || !services.keys.isUpdateToken(token, row.id, row.pairingNumber)) {
    throw unauthorized().loggedAs('update interface refused', { machine: controllerId.slice(0, 64) });
  }
  return {
    id: row.id,
    organisationId: row.organisationId,
    name: row.name,
    model: row.model,
    softwareVersion: row.softwareVersion,
    betaAllowed: row.betaAllowed,
    inService: row.approved,
    hours: row,
    isDescribed: row.updateAttributes !== null,
    hardware: hardwareOf(row.updateAttributes),
  };
}

/** Stores the configuration data of a machine, by which updates are chosen. */
export async function describeMachine(
  services: Services,
  { id, organisationId }: DdiMachine,
  attributes: object,
): Promise<void> {
  await services.db.as(linkScope, (trx) =>
    trx
      .updateTable('machines')
      .set({ updateAttributes: JSON.stringify(attributes) })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  );
}
