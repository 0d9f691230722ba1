import {
  type DownTopic,
  downTopics,
  linkLimits,
  readTopic,
  topic,
  type UpTopic,
} from '@fournil/contract/machine-link/topics';
import mqtt, { type MqttClient } from 'mqtt';
import type { Credentials } from '../state/store.ts';

export interface LinkHandlers {
  /** Connected and subscribed. */
  onOpen: () => void;
  onMessage: (name: DownTopic, message: unknown) => void;
  /** Called once, whatever the reason. `isRefused`: the broker does not accept this machine (any more). */
  onClosed: (isRefused: boolean, reason: string) => void;
}

export interface Link {
  /** Resolves with the broker's acknowledgement. */
  publish: (name: UpTopic, message: object) => Promise<void>;
  /** Disconnects in good order. */
  leave: () => Promise<void>;
  /** Closes the socket without DISCONNECT, so that the broker publishes the last will. */
  cut: () => void;
  /** Resolves when the connection is open or has ended. */
  settled: Promise<void>;
}

export function openLink(credentials: Credentials, privateKey: string, session: number, handlers: LinkHandlers): Link {
  const { machineId } = credentials;
  const lastWill = { v: linkLimits.protocolVersion, session };
  let reason = 'closed';
  let isClosed = false;
  let isAnswered = false;
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const client = mqtt.connect(credentials.brokerUrl, {
    protocolVersion: 4,
    clean: true,
    clientId: machineId,
    keepalive: 20,
    connectTimeout: 15_000,
    // The oven controls its reconnection attempts itself.
    reconnectPeriod: 0,
    key: privateKey,
    cert: credentials.certificate,
    ca: credentials.authority,
    rejectUnauthorized: true,
    will: { topic: topic(machineId, 'will'), payload: Buffer.from(JSON.stringify(lastWill)), qos: 1, retain: false },
  });
  const close = () => {
    settle();
    if (isClosed) return;
    isClosed = true;
    client.end(true);
    // With TLS 1.3 a broker that refuses the certificate ends the connection after the handshake.
    handlers.onClosed(isRefusal(reason) || (reason === 'closed' && !isAnswered), reason);
  };
  client.on('error', (error) => {
    reason = error.message || String((error as NodeJS.ErrnoException).code ?? 'error');
  });
  client.on('close', close);
  client.on('connect', () => {
    isAnswered = true;
    subscribe(client, machineId, () => {
      settle();
      handlers.onOpen();
    });
  });
  client.on('message', (name, payload) => {
    const down = downTopics.find((one) => one === readTopic(name)?.name);
    // An empty payload: nothing is wanted for now, and the oven keeps what it has.
    if (down && payload.length > 0) handlers.onMessage(down, parsed(payload));
  });
  const publish = async (name: UpTopic, message: object) => {
    await client.publishAsync(topic(machineId, name), JSON.stringify(message), { qos: name === 'alive' ? 0 : 1 });
  };
  return {
    publish,
    settled,
    leave: async () => {
      settle();
      if (client.connected)
        await Promise.race([
          publish('will', { ...lastWill, leaving: true }),
          new Promise((done) => setTimeout(done, 800).unref()),
        ]).catch(() => {});
      isClosed = true;
      await client.endAsync(!client.connected).catch(() => {});
    },
    cut: () => {
      settle();
      isClosed = true;
      client.end(true);
    },
  };
}

function subscribe(client: MqttClient, machineId: string, onSubscribed: () => void): void {
  // A server of a former version does not know it (MKR-01), and then refuses this subscription alone.
  client.subscribe(topic(machineId, 'refused'), { qos: 1 }, () => undefined);
  client.subscribe(
    downTopics.filter((name) => name !== 'refused').map((name) => topic(machineId, name)),
    { qos: 1 },
    (error) => {
      if (error) client.stream.destroy();
      else onSubscribed();
    },
  );
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return null;
  }
}

/** Not a network failure: the broker answered with a refusal. */
function isRefusal(reason: string): boolean {
  return /not authorized|bad username|identifier rejected|alert|certificate|ssl|tls/i.test(reason);
}
