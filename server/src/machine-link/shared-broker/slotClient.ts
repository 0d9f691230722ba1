import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';

/** Reports that the broker may send to one slot before they are acknowledged. */
const mostUnacknowledged = 1000;
/**
 * The broker keeps the session, with its reports, while no server holds the slot; this value means for ever (MQTT 5,
 * 3.1.2.11.2). With any other, mosquitto before 2.1 puts a session that is not connected into its list of those that
 * expire once more at each SIGHUP, and dies of the first entry when the session has been freed.
 */
const sessionSeconds = 0xff_ff_ff_ff;
/** A broker that does not take a message in this time is treated as one that is away. */
const publishMilliseconds = 10_000;
const closeMilliseconds = 2000;
const retainedSeconds = 1;
/** After a report that could not be stored, the connection is renewed: the broker sends it again. */
const renewMilliseconds = 2000;

export interface SlotNeeds {
  url: string;
  clientId: string;
  tls: IClientOptions;
  topics: string[];
  onMessage(topic: string, payload: Buffer, acknowledge: (error?: Error | null) => void): void;
  /** Once, whatever the reason. */
  onClosed(reason: string): void;
}

/** One connection to a shared broker under the identifier of a slot. */
export interface SlotClient {
  isConnected(): boolean;
  publish(topic: string, payload: string, options: { retain: boolean; qos: 0 | 1 }): Promise<void>;
  /** Takes no more messages; those that come are not acknowledged, so they stay at the broker. */
  pause(): void;
  close(): Promise<void>;
}

/**
 * Connects with MQTT 5 and a persistent session. mqtt.js acknowledges a message before it gives out the next one; here
 * many are taken together and acknowledged after their commit, so PUBACK is written when the report is stored.
 */
export function openSlotClient(needs: SlotNeeds): SlotClient {
  let isPaused = false;
  let isClosed = false;
  let isSubscribed = false;
  let reason = 'closed';
  const client = mqtt.connect(needs.url, {
    ...needs.tls,
    protocolVersion: 5,
    clientId: needs.clientId,
    clean: false,
    keepalive: 10,
    connectTimeout: 10_000,
    // The holder of the slot decides whether to connect again.
    reconnectPeriod: 0,
    resubscribe: false,
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: mostUnacknowledged },
  });
  // What waits for an answer of the broker must not wait for ever: reports behind it would wait too.
  const waiting = new Set<(error: Error) => void>();
  const closed = () => {
    for (const giveUp of waiting) giveUp(new Error('the connection to the broker has ended'));
    if (isClosed) return;
    isClosed = true;
    client.end(true);
    needs.onClosed(reason);
  };
  client.on('error', (error) => {
    reason = error.message || String((error as NodeJS.ErrnoException).code ?? 'error');
  });
  client.on('disconnect', ({ reasonCode }) => {
    reason = `the broker disconnected it (reason ${reasonCode})`;
  });
  client.on('close', closed);
  client.on('connect', () => {
    client.subscribe(needs.topics, { qos: 1 }, (error) => {
      isSubscribed = !error;
      if (error) reason = `subscription refused: ${error.message}`;
      if (error) client.stream.destroy();
    });
  });
  takeMany(client, (packet, acknowledge) => {
    // With QoS 0 only what is repeated anyway; the rest would have no limit.
    if (isPaused || (packet.qos === 0 && !packet.topic.endsWith('/alive'))) return;
    needs.onMessage(packet.topic, packet.payload as Buffer, acknowledge);
  });
  return {
    isConnected: () => client.connected && isSubscribed && !isClosed,
    publish: async (topic, payload, options) => {
      const taken = Promise.withResolvers<void>();
      const late = setTimeout(() => client.stream.destroy(), publishMilliseconds);
      waiting.add(taken.reject);
      client.publish(topic, payload, { ...options, ...expiring(options.retain && payload !== '') }, (error) =>
        error ? taken.reject(error) : taken.resolve(),
      );
      await taken.promise.finally(() => {
        clearTimeout(late);
        waiting.delete(taken.reject);
      });
    },
    pause: () => {
      isPaused = true;
    },
    close: async () => {
      isClosed = true;
      // mqtt.js waits for what the broker has not acknowledged, which may be for ever.
      const late = setTimeout(() => client.end(true), closeMilliseconds);
      const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
      await Promise.race([ended, client.endAsync(!client.connected).catch(() => undefined)]);
      clearTimeout(late);
    },
  };
}

/** Gives out each message at once; the next one does not wait for the acknowledgement. */
function takeMany(
  client: MqttClient,
  take: (packet: IPublishPacket, acknowledge: (error?: Error | null) => void) => void,
): void {
  let isRenewing = false;
  const renew = () => {
    if (isRenewing) return;
    isRenewing = true;
    setTimeout(() => client.stream.destroy(), renewMilliseconds).unref();
  };
  client.handleMessage = (packet, done) => {
    take(packet, (error) => {
      if (error) renew();
      else if (packet.qos === 1 && client.connected) client.stream.write(puback(packet.messageId ?? 0));
    });
    // With an error mqtt.js does not acknowledge the message itself, and goes on with the next one.
    done(packet.qos === 1 ? new Error('acknowledged after the commit') : undefined);
  };
}

/**
 * LNK-06: what is retained at a birth is for a machine that subscribes after it. Each birth brings the present state,
 * so a longer time would only mean that a machine gets the same state twice.
 */
function expiring(isRetained: boolean) {
  return isRetained ? { properties: { messageExpiryInterval: retainedSeconds } } : {};
}

/** MQTT 5, 3.4: without a reason code, which means success. */
function puback(messageId: number): Buffer {
  return Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff]);
}
