import { upMessages } from '@fournil/contract/machine-link/messages';
import { linkScope } from '../db/database.ts';
import type { Services } from '../kit/services.ts';
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
export async function openMachineLink(services: Services, authority: Authority, wire?: Wire): Promise<MachineLink> {
  let broker: Broker | null = null;
  let afterBirth: (machineIds: string[]) => Promise<void> = async () => undefined;
  // Machines that connect are served one after the other; storing does not wait for that.
  let serving = Promise.resolve();
  const refusals = watchRefused(services, (topic) => Object.hasOwn(upMessages, topic));
  const inbox = openInbox(services, async ({ stored, ...what }) => {
    const to = broker;
    if (!to) return;
    for (const { machineId, session } of what.born) to.began(machineId, session);
    refusals.saw(what.refused);
    await tellRefused(services, to, what.refused);
    await tellStored(services, to, stored);
    serving = serving.then(() => serve(services, to, what, afterBirth));
  });
  const { mqttUrl } = services.config;
  const mouth = wire ? heardBy(wire, inbox) : inbox;
  const own = mqttUrl
    ? await openSharedBroker(services, authority, mouth)
    : await openEmbeddedBroker(services, authority, mouth, {
        onGone: goneFrom(services, () => broker?.isOpen() ?? true),
        onTwoPlaces: (machine) => inTwoPlaces(services, machine),
        onHandshakeFailed: (reason) => wire?.handshakeFailed(reason),
      });
  broker = wire?.tap(own) ?? own;
  const dispatch = openDispatch(services, broker);
  afterBirth = dispatch.reconnected;
  const presence = watchPresence(services, broker);
  const outages = watchOutages(services, broker.isOpen);
  const { brokerCrlFile } = services.config;
  const revocations = brokerCrlFile ? keepRevocationFile(services, authority, brokerCrlFile) : null;

  await services.jobs.on('machine.desiredChanged', ({ machineId }) => dispatch.send('desired', machineId));
  await services.jobs.onMany(
    'machine.serialEntered',
    (organisationId, entered) => lookWhoseSerials(services, organisationId, entered),
    { isPolled: true },
  );
  await services.jobs.on('machine.commanded', ({ machineId }) => dispatch.send('commands', machineId));
  await services.jobs.on('machine.banned', async (machine) => {
    revocations?.renew();
    await services.db.as(linkScope, (trx) => storeBan(services, trx, machine, services.now()));
    await dispatch.send('ban', machine.machineId);
  });
  await tellFormerAddress(services);
  const opened = broker;
  return {
    brokerUrl: opened.url,
    isOpen: opened.isOpen,
    storedReports: inbox.stored,
    refusedReports: refusals.counts,
    atFormerAddress: () => countAtFormerAddress(services),
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

async function tellStored(services: Services, broker: Broker, stored: AfterCommit['stored']): Promise<void> {
  await Promise.all(stored.map(({ machineId, ids }) => apart(services, publishStored(broker, machineId, ids))));
}

async function tellRefused(services: Services, broker: Broker, refused: AfterCommit['refused']): Promise<void> {
  const byMachine = Map.groupBy(refused, ({ machineId }) => machineId);
  await Promise.all(
    [...byMachine].map(([machineId, ofOne]) => apart(services, publishRefused(broker, machineId, ofOne))),
  );
}

/** One after the other; an error with one machine does not affect the others. */
async function serve(
  services: Services,
  broker: Broker,
  { born, requests }: Pick<AfterCommit, 'born' | 'requests'>,
  afterBirth: (machineIds: string[]) => Promise<void>,
): Promise<void> {
  for (const machine of born) {
    await apart(services, publishDesired(services, broker, machine.machineId, { isBirth: true }));
    await apart(services, publishCommands(services, broker, machine.machineId));
  }
  for (const { programs, ...machine } of requests)
    await apart(services, publishPrograms(services, broker, machine, programs));
  if (born.length > 0) await apart(services, afterBirth(born.map(({ machineId }) => machineId)));
}

function apart(services: Services, work: Promise<void>): Promise<void> {
  return work.catch((error) => services.log.error({ err: error }, 'machine link follow-up'));
}

/**
 * Stores that a connection has ended, unless the machine is back within a moment. A stop of the server ends them all:
 * the machines connect to another server, or are not heard of, which is stored as silence.
 */
function goneFrom(services: Services, isOpen: () => boolean) {
  return async (machine: LinkedMachine, session: number, isBack: () => boolean) => {
    try {
      await new Promise((resolve) => setTimeout(resolve, absenceMilliseconds).unref());
      if (isOpen() && !isBack())
        await services.db.as(linkScope, (trx) => storeAbsence(services, trx, machine, session, services.now()));
      services.log.debug({ event: 'connection ended', machine: machine.machineId, session }, 'machine connection');
    } catch (error) {
      services.log.error({ err: error }, 'absence not stored');
    }
  };
}

function inTwoPlaces(services: Services, machine: LinkedMachine): void {
  services.db
    .as(linkScope, (trx) => storeTwoPlaces(services, trx, machine))
    .catch((error) => services.log.error({ err: error }, 'alarm not stored'));
}
