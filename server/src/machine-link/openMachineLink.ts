import { linkScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import type { Authority } from './broker/authority.ts';
import { type Broker, openBroker } from './broker/broker.ts';
import type { LinkedMachine } from './linkedMachine.ts';
import { publishCommands } from './outbound/publishCommands.ts';
import { publishDesired, publishPrograms } from './outbound/publishDesired.ts';
import { lookWhoseSerial, storeTwoPlaces } from './pairing/contested.ts';
import { openInbox } from './reports/inbox.ts';
import { findSession, forgetPresence, storeAbsence } from './reports/storePresence.ts';

/** Time in which the last will is stored and the machine may reconnect. */
const absenceMilliseconds = 1000;

export interface MachineLink {
  port: number;
  storedReports(): number;
  close(): Promise<void>;
}

/** Opens the broker, stores reports and publishes desired states. */
export async function openMachineLink(house: House, authority: Authority): Promise<MachineLink> {
  let broker: Broker | null = null;
  const inbox = openInbox(house, async ({ born, requests }) => {
    if (!broker) return;
    const to = broker;
    // One after the other; an error with one machine does not affect the others.
    const apart = (work: Promise<void>) =>
      work.catch((error) => house.log.error({ err: error }, 'machine link follow-up'));
    for (const machine of born) {
      await apart(publishDesired(house, to, machine.machineId));
      await apart(publishCommands(house, to, machine.machineId));
    }
    for (const { programs, ...machine } of requests) await apart(publishPrograms(house, to, machine, programs));
  });
  await house.db.as(linkScope, (trx) => forgetPresence(trx, house.now()));
  const gone = async (machine: LinkedMachine, isBack: () => boolean) => {
    try {
      // The session is read before the wait, so that one that begins meanwhile is not ended.
      const session = await house.db.as(linkScope, (trx) => findSession(trx, machine.machineId));
      await new Promise((resolve) => setTimeout(resolve, absenceMilliseconds).unref());
      if (session === null || isBack()) return;
      await house.db.as(linkScope, (trx) => storeAbsence(trx, machine, session, house.now()));
    } catch (error) {
      house.log.error({ err: error }, 'absence not stored');
    }
  };
  const inTwoPlaces = (machine: LinkedMachine) => {
    house.db
      .as(linkScope, (trx) => storeTwoPlaces(house, trx, machine))
      .catch((error) => house.log.error({ err: error }, 'alarm not stored'));
  };
  const opened = await openBroker(house, authority, inbox, gone, inTwoPlaces);
  broker = opened;

  await house.jobs.on('machine.desiredChanged', ({ machineId }) => publishDesired(house, opened, machineId));
  await house.jobs.on('machine.serialEntered', (event) => lookWhoseSerial(house, event));
  await house.jobs.on('machine.commanded', ({ machineId }) => publishCommands(house, opened, machineId));
  await house.jobs.on('machine.banned', async ({ machineId }) => {
    opened.disconnect(machineId);
    await publishDesired(house, opened, machineId);
  });
  return {
    port: opened.port,
    storedReports: inbox.stored,
    close: async () => {
      await opened.close();
      await inbox.drain();
    },
  };
}
