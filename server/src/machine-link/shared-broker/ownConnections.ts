import mqtt, { type IClientOptions } from 'mqtt';
import type { Services } from '../../kit/services.ts';
import type { Authority } from '../broker/authority.ts';
import { slotName } from './slots.ts';

const expelMilliseconds = 5000;

/** How this server itself connects to the shared broker; what its clients may do there is in `brokerAccess.ts`. */
export interface OwnConnections {
  /** As one of the slots. */
  slot(slot: number): Promise<{ url: string; clientId: string; tls: IClientOptions }>;
  /**
   * Ends the connection of a machine, whatever the broker is: it connects under the machine's client identifier, upon
   * which the broker has to end the other connection (MQTT 5, 3.1.4), and leaves.
   */
  expel(machineId: string): Promise<void>;
}

/**
 * With MQTT_CERTIFICATE and MQTT_KEY all slots use that certificate. Without them, each has one of our own authority
 * under its own client identifier, so that brokers can require that both are the same.
 */
export function openOwnConnections(services: Services, authority: Authority): OwnConnections {
  const { mqttUrl = '', mqttAuthority, mqttIdentity } = services.config;
  const isEncrypted = new URL(mqttUrl).protocol === 'mqtts:';
  const tlsAs = async (name: string): Promise<IClientOptions> => {
    if (!isEncrypted) return {};
    const { certificate, key } = await authority.forOurselves(name, services.now());
    return { ca: mqttAuthority ?? authority.certificate, cert: certificate, key, rejectUnauthorized: true };
  };
  return {
    slot: async (slot) => {
      const clientId = slotName(services.config, slot);
      const own = mqttIdentity && { cert: mqttIdentity.certificate, key: mqttIdentity.key };
      return { url: mqttUrl, clientId, tls: { ...(await tlsAs(clientId)), ...own } };
    },
    expel: async (machineId) => {
      const client = mqtt.connect(mqttUrl, {
        ...(await tlsAs(machineId)),
        clientId: machineId,
        // For brokers that ask whether it may connect: the machine may not.
        username: machineId,
        password: services.keys.expelPassword(machineId),
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: expelMilliseconds,
      });
      await new Promise<void>((resolve) => {
        client.once('connect', () => resolve());
        client.on('error', () => resolve());
        client.once('close', () => resolve());
      });
      await client.endAsync(!client.connected).catch(() => undefined);
    },
  };
}
