import type { Desired } from '@fournil/contract/machine-link/fromServer';
import mqtt, { type MqttClient } from 'mqtt';
import { aKeyPair } from '../oven.ts';

interface Credentials {
  machineId: string;
  certificate: string;
  authority: string;
  brokerUrl: string;
}

/**
 * A machine that does nearly everything wrong: floods the pairing call, renews nothing, sends its birth before it
 * subscribes, always with the same session and no last will, takes every program unseen and every old list, answers no
 * command, keeps no report, and measures 5,000 °C. `birth`: fields that its birth has instead.
 */
export function startBadMachine(
  server: string,
  { serialNumber, pin, birth = {} }: { serialNumber: string; pin: string; birth?: object },
): { stop(): void } {
  let isStopped = false;
  let client: MqttClient | null = null;
  const run = async () => {
    const { key, certificateRequest } = await aKeyPair();
    let credentials: Credentials | null = null;
    while (!credentials && !isStopped) {
      const answer = await fetch(`${server}/api/machine-link/pair`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ serialNumber, pin, model: 'sole-3-12', certificateRequest }),
      });
      if (answer.ok) credentials = (await answer.json()) as Credentials;
    }
    while (credentials && !isStopped) await connectOnce(credentials, key);
  };
  const connectOnce = (credentials: Credentials, key: string) =>
    new Promise<void>((resolve) => {
      const { machineId, certificate, authority, brokerUrl } = credentials;
      const topic = (name: string) => `m/${machineId}/${name}`;
      const options = { clientId: machineId, key, cert: certificate, ca: authority, reconnectPeriod: 0 };
      const own = mqtt.connect(brokerUrl, options);
      const send = (name: string, message: object) =>
        own.publish(topic(name), JSON.stringify({ v: 1, ...message }), { qos: 1 }, () => undefined);
      client = own;
      own.on('error', () => undefined);
      own.on('close', () => resolve());
      own.on('connect', () => {
        const at = new Date(Date.now() - 3_600_000).toISOString();
        const settings = [{ param: 'light', type: 'BOOL', value: true }];
        const held = { programs: [], desiredVersion: 0 };
        send('birth', {
          id: 'b',
          at,
          session: 1,
          model: 'sole-4-16',
          softwareVersion: '0',
          settings,
          ...held,
          ...birth,
        });
        send('readings', { entries: [aReading(at)] });
        // Late, so that it misses the answer to its birth as well.
        setTimeout(() => own.subscribe(['desired', 'programs', 'commands'].map(topic), () => undefined), 200);
      });
      own.on('message', (name, payload) => {
        if (!name.endsWith('/desired') || payload.length === 0) return;
        const { version, programs } = JSON.parse(payload.toString()) as Desired;
        const at = new Date().toISOString();
        const asked = programs.map(({ id, revision }) => ({ id, revision }));
        if (asked.length > 0) send('requests', { id: 'q', at, programs: asked });
        const taken = programs.map(({ id, revision, sha256 }) => ({ id, revision, sha256, state: 'applied' }));
        send('reported', { id: 'r', at, desiredVersion: version, programs: taken });
      });
    });
  run().catch(() => undefined);
  return {
    stop: () => {
      isStopped = true;
      client?.end(true);
    },
  };
}

function aReading(at: string) {
  return {
    id: 'hot',
    at,
    chamberTemperatureCelsius: 5000,
    setTemperatureCelsius: null,
    energyKilowattHours: 1,
    doorOpen: false,
    program: null,
  };
}
