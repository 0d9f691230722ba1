import { upMessages } from '@fournil/contract/machine-link/messages';
import { linkScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import type { Authority } from './broker/authority.ts';
import type { Broker } from './broker/broker.ts';
import { openEmbeddedBroker } from './broker/embeddedBroker.ts';
import type { LinkedMachine } from './linkedMachine.ts';
import { watchOutages } from './outages/watchOutages.ts';
import { openDispatch } from './outbound/dispatch.ts';
import { publishCommands } from './outbound/publishCommands.ts';
import { publishDesired, publishPrograms } from './outbound/publishDesired.ts';
import { publishRefused } from './outbound/publishRefused.ts';
import { publishStored } from './outbound/publishStored.ts';
import { lookWhoseSerials, storeTwoPlaces } from './pairing/contested.ts';
import { countAtFormerAddress, tellFormerAddress } from './presence/formerAddress.ts';
import { storeAbsence, storeBan } from './presence/storePresence.ts';
import { watchPresence } from './presence/watchPresence.ts';
import { type RefusedCount, watchRefused } from './refused/watchRefused.ts';
import { type AfterCommit, type Inbox, openInbox } from './reports/inbox.ts';
import { keepRevocationFile } from './shared-broker/revocationFile.ts';
import { openSharedBroker } from './shared-broker/sharedBroker.ts';
import type { Wire } from './wire.ts';

/** Time in which the last will is stored and the machine may reconnect. */
const absenceMilliseconds = 1000;

export interface MachineLink {
  /** The address that machines are given. */
  brokerUrl(): string;
  isOpen(): boolean;
  storedReports(): number;
  /** What was refused since the start, by topic and code (MKR-01). */
  refusedReports(): RefusedCount[];
  /** Machines in service that were last connected under another address of the broker. */
  atFormerAddress(): Promise<number>;
  close(): Promise<void>;
}

/** Opens the broker, or the connections to a shared one; stores reports and publishes desired states. */
export async function openMachineLink(house: House, authority: Authority, wire?: Wire): Promise<MachineLink> {
  let broker: Broker | null = null;
  let afterBirth: (machineIds: string[]) => Promise<void> = async () => undefined;
  // Machines that connect are served one after the other; storing does not wait for that.
  let serving = Promise.resolve();
  const refusals = watchRefused(house, (topic) => Object.hasOwn(upMessages, topic));
  const inbox = openInbox(house, async ({ stored, ...what }) => {
    const to = broker;
    if (!to) return;
    for (const { machineId, session } of what.born) to.began(machineId, session);
    refusals.saw(what.refused);
    await tellRefused(house, to, what.refused);
    await tellStored(house, to, stored);
    serving = serving.then(() => serve(house, to, what, afterBirth));
  });
  const { mqttUrl } = house.config;
  const mouth = wire ? heardBy(wire, inbox) : inbox;
  const own = mqttUrl
    ? await openSharedBroker(house, authority, mouth)
    : await openEmbeddedBroker(house, authority, mouth, {
        onGone: goneFrom(house, () => broker?.isOpen() ?? true),
        onTwoPlaces: (machine) => inTwoPlaces(house, machine),
        onHandshakeFailed: (reason) => wire?.handshakeFailed(reason),
      });
  broker = wire?.tap(own) ?? own;
  const dispatch = openDispatch(house, broker);
  afterBirth = dispatch.reconnected;
  const presence = watchPresence(house, broker);
  const outages = watchOutages(house, broker.isOpen);
  const { brokerCrlFile } = house.config;
  const revocations = brokerCrlFile ? keepRevocationFile(house, authority, brokerCrlFile) : null;

  await house.jobs.on('machine.desiredChanged', ({ machineId }) => dispatch.send('desired', machineId));
  await house.jobs.onMany(
    'machine.serialEntered',
    (organisationId, entered) => lookWhoseSerials(house, organisationId, entered),
    { isPolled: true },
  );
  await house.jobs.on('machine.commanded', ({ machineId }) => dispatch.send('commands', machineId));
  await house.jobs.on('machine.banned', async (machine) => {
    revocations?.renew();
    await house.db.as(linkScope, (trx) => storeBan(house, trx, machine, house.now()));
    await dispatch.send('ban', machine.machineId);
  });
  await tellFormerAddress(house);
  const opened = broker;
  return {
    brokerUrl: opened.url,
    isOpen: opened.isOpen,
    storedReports: inbox.stored,
    refusedReports: refusals.counts,
    atFormerAddress: () => countAtFormerAddress(house),
    close: async () => {
      await opened.pause();
      await inbox.drain();
      await serving;
      await opened.close();
      await inbox.drain();
      await presence.close();
      await outages.close();
      await revocations?.close();
      refusals.close();
    },
  };
}

function heardBy(wire: Wire, inbox: Inbox): Inbox {
  return {
    ...inbox,
    receive: (message, acknowledge) => {
      if (wire.heard(message)) acknowledge(null);
      else inbox.receive(message, acknowledge);
    },
  };
}

async function tellStored(house: House, broker: Broker, stored: AfterCommit['stored']): Promise<void> {
  await Promise.all(stored.map(({ machineId, ids }) => apart(house, publishStored(broker, machineId, ids))));
}

async function tellRefused(house: House, broker: Broker, refused: AfterCommit['refused']): Promise<void> {
  const byMachine = Map.groupBy(refused, ({ machineId }) => machineId);
  await Promise.all([...byMachine].map(([machineId, ofOne]) => apart(house, publishRefused(broker, machineId, ofOne))));
}

/** One after the other; an error with one machine does not affect the others. */
async function serve(
  house: House,
  broker: Broker,
  { born, requests }: Pick<AfterCommit, 'born' | 'requests'>,
  afterBirth: (machineIds: string[]) => Promise<void>,
): Promise<void> {
  for (const machine of born) {
    await apart(house, publishDesired(house, broker, machine.machineId, { isBirth: true }));
    await apart(house, publishCommands(house, broker, machine.machineId));
  }
  for (const { programs, ...machine } of requests)
    await apart(house, publishPrograms(house, broker, machine, programs));
  if (born.length > 0) await apart(house, afterBirth(born.map(({ machineId }) => machineId)));
}

function apart(house: House, work: Promise<void>): Promise<void> {
  return work.catch((error) => house.log.error({ err: error }, 'machine link follow-up'));
}

/**
 * Stores that a connection has ended, unless the machine is back within a moment. A stop of the server ends them all:
 * the machines connect to another server, or are not heard of, which is stored as silence.
 */
function goneFrom(house: House, isOpen: () => boolean) {
  return async (machine: LinkedMachine, session: number, isBack: () => boolean) => {
    try {
      await new Promise((resolve) => setTimeout(resolve, absenceMilliseconds).unref());
      if (isOpen() && !isBack())
        await house.db.as(linkScope, (trx) => storeAbsence(house, trx, machine, session, house.now()));
      house.log.debug({ event: 'connection ended', machine: machine.machineId, session }, 'machine connection');
    } catch (error) {
      house.log.error({ err: error }, 'absence not stored');
    }
  };
}

function inTwoPlaces(house: House, machine: LinkedMachine): void {
  house.db
    .as(linkScope, (trx) => storeTwoPlaces(house, trx, machine))
    .catch((error) => house.log.error({ err: error }, 'alarm not stored'));
}
