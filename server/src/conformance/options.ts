import { parseArgs } from 'node:util';
import { seedModelByCode, seedModels } from '@fournil/contract/machines/catalogue';

export interface Options {
  serialNumber: string;
  pin: string;
  model: string;
  /** Where the machine finds the console. */
  address: string;
  host: string;
  port: number;
  mqttPort: number;
  /** How long a person or a machine may take for its next step. */
  patienceSeconds: number;
  /** Somebody stands at the machine and does what is asked. */
  atOven: boolean;
}

export const usage = [
  'npm run conformance -- [--serial NUMBER] [--pin PIN] [--model CODE] [--address URL] [--host HOST]',
  '  [--port PORT] [--mqtt-port PORT] [--patience SECONDS] [--at-oven]',
  '',
  'Starts a console of its own, and puts your machine through the protocol: docs/machines.md, "Trying your machine".',
  '--address is where the machine finds this computer, such as http://192.168.1.20:8080, with --host 0.0.0.0.',
  '--at-oven asks for what has to be done at the machine: a bake, a fault, switching it off.',
].join('\n');

/** The options, or a sentence about the wrong one. */
export function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        serial: { type: 'string', default: 'CONFORMANCE-1' },
        pin: { type: 'string', default: '4711' },
        model: { type: 'string', default: 'sole-3-12' },
        address: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        'mqtt-port': { type: 'string', default: '8883' },
        patience: { type: 'string', default: '600' },
        'at-oven': { type: 'boolean', default: false },
      },
    });
    const [port, mqttPort, patienceSeconds] = [values.port, values['mqtt-port'], values.patience].map(Number);
    const isPort = (one: number | undefined) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 65_536;
    if (!isPort(port) || !isPort(mqttPort)) return '--port and --mqtt-port must be ports from 0 to 65535.';
    if (!patienceSeconds || patienceSeconds < 10) return '--patience must be 10 seconds or more.';
    if (!/^\d{4}$/.test(values.pin)) return '--pin must have four digits.';
    if (!seedModelByCode(values.model))
      return `--model must be one of ${seedModels.map(({ code }) => code).join(', ')}.`;
    const { serial: serialNumber, pin, model, host, address = `http://127.0.0.1:${port}` } = values;
    if (!/^https?:\/\/[^/]+$/.test(address)) return '--address must be an address such as http://192.168.1.20:8080.';
    const atOven = values['at-oven'];
    return {
      serialNumber,
      pin,
      model,
      address,
      host,
      port: port ?? 0,
      mqttPort: mqttPort ?? 0,
      patienceSeconds,
      atOven,
    };
  } catch (error) {
    return `${(error as Error).message.split('\n')[0]}`;
  }
}
