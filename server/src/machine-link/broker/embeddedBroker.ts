import type { TLSSocket } from 'node:tls';
import { downTopics, linkLimits, readTopic, topic as topicOf } from '@fournil/contract/machine-link/topics';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { sawForeignTopic } from '../../kit/foreignTopics.ts';
import type { Services } from '../../kit/services.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import type { Inbox } from '../reports/inbox.ts';
import type { Authority } from './authority.ts';
import type { Broker } from './broker.ts';
import { openDesiredOnce } from './desiredOnce.ts';
import { findMachineOfCertificate } from './findMachine.ts';
import { openListener, silentMilliseconds } from './listener.ts';
import { limitMessageSize } from './messageSize.ts';
import { watchTwoPlaces } from './twoPlaces.ts';

/** The machine of each connection. */
type Machines = WeakMap<Client, LinkedMachine>;

/** MQTT 3.1.1, 3.2.2.3. */
const returnCodes = { unavailable: 3, notAuthorized: 5 } as const;
/**
 * The limit of unsent bytes for one machine. Beyond it the connection is closed; after reconnecting the machine gets
 * everything again.
 */
const unreadBytes = 1024 * 1024;
/** The fixed header announces topic and payload together. */
const mostBytes = linkLimits.messageBytes + 1024;

export interface ConnectionWatcher {
  /** A machine's connection has ended; `isBack`: it has another one by now. */
  onGone(machine: LinkedMachine, session: number, isBack: () => boolean): void;
  onTwoPlaces(machine: LinkedMachine): void;
  /** A connection has failed before its CONNECT. */
  onHandshakeFailed(reason: string): void;
}

/** The embedded MQTT broker: TLS with client certificates, one machine per certificate, its own topics only. */
export async function openEmbeddedBroker(
  services: Services,
  authority: Authority,
  inbox: Inbox,
  watcher: ConnectionWatcher,
): Promise<Broker> {
  const aedes = new Aedes({
    heartbeatInterval: 60_000,
    connectTimeout: silentMilliseconds,
    queueLimit: 1000,
    maxClientsIdLength: 64,
    maxTopicLevels: 4,
  });
  await aedes.listen();
  const machines: Machines = new WeakMap();
  const sessions = new WeakMap<Client, number>();
  let isClosing = false;
  admitMachines(services, aedes, machines, watcher);
  allowOwnTopics(services, aedes, machines, inbox, () => isClosing);
  const isToForward = openDesiredOnce((client) => sessions.has(client as Client));
  aedes.authorizeForward = (client, packet) => (isToForward(client, packet.topic, packet.payload) ? packet : null);
  // A connection may end without a last will that counts: none set, one of another session, or the database
  // unavailable.
  aedes.on('clientDisconnect', (client) => {
    const machine = machines.get(client);
    if (!machine || isClosing) return;
    const isBack = () => clientsOf(aedes)[client.id] !== undefined;
    // Another server may publish the next desired state; its birth brings the present one.
    if (!isBack()) aedes.publish(retained(topicOf(machine.machineId, 'desired'), ''), () => undefined);
    const session = sessions.get(client);
    if (session !== undefined) watcher.onGone(machine, session, isBack);
  });
  aedes.on('clientError', (_client, error) => services.log.debug({ err: error.message }, 'machine connection'));
  aedes.on('connectionError', (_client, error) => services.log.debug({ err: error.message }, 'machine connection'));
  const listener = await openListener(services, authority, {
    onHandshakeFailed: watcher.onHandshakeFailed,
    onSocket: (socket) => {
      let client: Client | undefined;
      limitMessageSize(socket, mostBytes, (bytes) =>
        client ? refuseSize(client, bytes, machines, inbox) : socket.destroy(),
      );
      client = aedes.handle(socket);
    },
  });

  return {
    url: () => `mqtts://${services.config.mqttHost}:${listener.port}`,
    isOpen: () => !isClosing,
    awaySince: () => null,
    isShared: false,
    connectedHere: () => Object.keys(clientsOf(aedes)),
    began: (machineId, session) => {
      const client = clientsOf(aedes)[machineId];
      if (client) sessions.set(client, session);
    },
    has: (machineId) => clientsOf(aedes)[machineId] !== undefined,
    takes: (machineId, name) => isSubscribed(clientsOf(aedes)[machineId], `m/${machineId}/${name}`),
    publish: (topic, payload, { retain = false, qos = 1 } = {}) =>
      new Promise((resolve, reject) => {
        aedes.publish({ ...retained(topic, payload), qos, retain }, (error) => (error ? reject(error) : resolve()));
        const machineId = readTopic(topic)?.machineId ?? '';
        const conn = clientsOf(aedes)[machineId]?.conn;
        if (conn && conn.writableLength > unreadBytes) conn.destroy(new Error('does not read'));
      }),
    disconnect: async (machineId) => clientsOf(aedes)[machineId]?.close(),
    // Its machines connect to another server as soon as it closes.
    pause: async () => undefined,
    close: async () => {
      isClosing = true;
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await listener.close();
    },
  };
}

function retained(topic: string, payload: string) {
  return { cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false } as const;
}

function isSubscribed(client: Client | undefined, topic: string): boolean {
  return (
    client !== undefined && topic in (client as unknown as { subscriptions: Record<string, unknown> }).subscriptions
  );
}

/** Accepts a client with the certificate of a machine that is paired and in service. */
function admitMachines(
  services: Services,
  aedes: Aedes,
  machines: Machines,
  { onTwoPlaces }: Pick<ConnectionWatcher, 'onTwoPlaces'>,
): void {
  const turns = watchTwoPlaces();
  const isPaused = (machine: LinkedMachine, client: Client): boolean => {
    const present = clientsOf(aedes)[client.id];
    if (!present || present === client) return false;
    const [address, from] = [addressOf(client), addressOf(present)];
    const { pausedMilliseconds, isAlarm } = turns.arrive(machine.machineId, address, from, services.now().getTime());
    if (isAlarm) {
      services.log.warn(
        { event: 'machine in two places', machine: machine.machineId, addresses: [from, address] },
        'security',
      );
      onTwoPlaces(machine);
    }
    return pausedMilliseconds > 0;
  };
  aedes.authenticate = (client, _username, _password, done) => {
    identify(services, client).then(
      (machine) => {
        if (!machine) {
          services.log.warn({ event: 'machine refused', client: client.id, address: addressOf(client) }, 'security');
          return done(refusal('notAuthorized'), false);
        }
        if (isPaused(machine, client)) return done(refusal('unavailable'), false);
        machines.set(client, machine);
        done(null, true);
      },
      (error) => {
        services.log.error({ err: error }, 'machine authentication');
        // A temporary refusal: a client must not treat it as final.
        done(refusal('unavailable'), false);
      },
    );
  };
}

/**
 * A machine may publish to its own topics for reports and subscribe to its own topics for desired states and commands.
 */
function allowOwnTopics(
  services: Services,
  aedes: Aedes,
  machines: Machines,
  inbox: Inbox,
  isClosing: () => boolean,
): void {
  const isDown = (name: string) => (downTopics as readonly string[]).includes(name);
  // The acknowledgement follows this callback: it is called when the report is committed, not before. Reports end in
  // the database; no client is subscribed to them.
  aedes.authorizePublish = (client, packet, callback) => {
    // The last will of a connection that this server ends says nothing about the machine.
    if (isClosing() && packet === (client as { will?: unknown } | null)?.will) return callback(new Error('closing'));
    const machine = client && machines.get(client);
    const topic = readTopic(packet.topic);
    if (!machine || topic?.machineId !== machine.machineId || isDown(topic.name)) {
      sawForeignTopic(services, 'publish', client?.id ?? '', packet.topic);
      return callback(new Error('not this machine’s topic'));
    }
    packet.retain = false;
    inbox.receive({ ...machine, topic: topic.name, payload: packet.payload as Buffer }, callback);
  };
  aedes.authorizeSubscribe = (client, subscription, callback) => {
    const machine = machines.get(client);
    const topic = readTopic(subscription.topic);
    const own = machine && topic?.machineId === machine.machineId && isDown(topic.name);
    if (!own) sawForeignTopic(services, 'subscribe', client.id, subscription.topic);
    callback(null, own ? subscription : null);
  };
}

/** The time in which a machine can read why its connection ends. */
const lastWordsMilliseconds = 500;

/**
 * MKR-01: a message that is too large is refused and told as any other, and ends the connection, because what follows
 * it is not read. MQTT 3.1.1 has no other word for it.
 */
function refuseSize(client: Client, bytes: number, machines: Machines, inbox: Inbox): void {
  const end = (): void => {
    client.conn.destroy(new Error('message too large'));
  };
  const machine = machines.get(client);
  if (!machine) end();
  else
    inbox.receive({ ...machine, topic: 'other', payload: Buffer.alloc(0), bytes }, () => {
      setTimeout(end, lastWordsMilliseconds).unref();
    });
}

function clientsOf(aedes: Aedes): Record<string, Client> {
  return (aedes as unknown as { clients: Record<string, Client> }).clients;
}

async function identify(services: Services, client: Client): Promise<LinkedMachine | null> {
  const certificate = (client.conn as TLSSocket).getPeerCertificate();
  const name = certificate.subject?.CN;
  if (!name || name !== client.id) return null;
  return findMachineOfCertificate(services, String(name), {
    fingerprint: certificate.fingerprint256,
    serialNumber: certificate.serialNumber.toLowerCase(),
    expiresAt: new Date(certificate.valid_to),
  });
}

function addressOf(client: Client): string {
  return (client.conn as TLSSocket).remoteAddress ?? '';
}

function refusal(why: keyof typeof returnCodes): AuthenticateError {
  return Object.assign(new Error(why), { returnCode: returnCodes[why] }) as AuthenticateError;
}
