import { type Command, commands } from '@fournil/contract/machine-link/fromServer';
import { linkLimits, topic } from '@fournil/contract/machine-link/topics';
import { sql } from 'kysely';
import { linkScope } from '../../db/database.ts';
import { organisationsOfMachines } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import type { Broker } from '../broker/broker.ts';

/**
 * MAC-07: sends a connected machine the commands that it has not answered, oldest first; of several commands for one
 * setting only the newest, so that an outdated value never follows a newer one. They are sent again after each birth; a
 * machine executes one id once.
 */
export async function publishCommands(services: Services, broker: Broker, machineId: string): Promise<void> {
  const waiting = await services.db.as(linkScope, async (trx) => {
    const isHere = await organisationsOfMachines(services.db, trx, [machineId]);
    const { rows } = await sql<Omit<Command['set'], never> & { id: string; expiresAt: Date }>`
      update "machineCommands" command set state = 'sent'
      where ${isHere('command.organisationId')} and command."machineId" = ${machineId}
        and command.state in ('pending', 'sent')
        and command."expiresAt" > ${services.now()}
        and exists (select from "machineStates" state where state."organisationId" = command."organisationId"
          and state."machineId" = command."machineId" and connected)
        and not exists (select from "machineCommands" newer where newer."organisationId" = command."organisationId"
          and newer."machineId" = command."machineId" and newer.param = command.param
          and (newer."requestedAt", newer.id) > (command."requestedAt", command.id))
      returning command.id, command.param, command.type, command."newValue" as value, command."expiresAt"`.execute(trx);
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  });
  for (const { id, expiresAt, param, type, value } of waiting) {
    const message = commands.parse({
      v: linkLimits.protocolVersion,
      commandId: id,
      expiresAt: expiresAt.toISOString(),
      set: { param, type, value },
    });
    await broker.publish(topic(machineId, 'commands'), JSON.stringify(message));
  }
}
