import { parseArgs } from 'node:util';
import { type MachineCategoryCode, machineCategoryCodes, seedModelByCode } from '@fournil/contract/machines/catalogue';
import { modelCode } from '@fournil/contract/models/modelCode';

export interface Options {
  serialNumber: string;
  pin: string;
  model: string;
  category: MachineCategoryCode;
  /** Where the machine finds the console. */
  address: string;
  host: string;
  port: number;
  mqttPort: number;
  /** How long a person or a machine may take for its next step. */
  patienceSeconds: number;
  /** Somebody stands at the machine and does what is asked. */
  atOven: boolean;
  /** The broker gets another address during the run. */
  move: boolean;
}

export const usage = [
  'npm run conformance -- [--serial NUMBER] [--pin PIN] [--model CODE] [--category CODE]',
  '  [--address URL] [--host HOST] [--port PORT] [--mqtt-port PORT] [--patience SECONDS] [--at-oven] [--move]',
  '',
  'Starts a console of its own, and puts your machine through the protocol: docs/machines.md, "Trying your machine".',
  '--category is needed for a model that a new console does not know, such as one that you are about to make.',
  '--address is where the machine finds this computer, such as http://192.168.1.20:8080, with --host 0.0.0.0.',
  '--at-oven asks for what has to be done at the machine: a bake, a fault, a change of a program, switching it off.',
  '--move gives the broker another port, and waits up to eleven minutes until the machine has asked for it.',
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
        category: { type: 'string' },
        address: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        'mqtt-port': { type: 'string', default: '8883' },
        patience: { type: 'string', default: '600' },
        'at-oven': { type: 'boolean', default: false },
        move: { type: 'boolean', default: false },
      },
    });
    const [port, mqttPort, patienceSeconds] = [values.port, values['mqtt-port'], values.patience].map(Number);
    const isPort = (one: number | undefined) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 65_536;
    if (!isPort(port) || !isPort(mqttPort)) return '--port and --mqtt-port must be ports from 0 to 65535.';
    if (!patienceSeconds || patienceSeconds < 10) return '--patience must be 10 seconds or more.';
    if (!/^\d{4}$/.test(values.pin)) return '--pin must have four digits.';
    if (!modelCode.safeParse(values.model).success)
      return '--model must be a code of lower-case letters, digits and hyphens, such as sole-3-12.';
    const category = machineCategoryCodes.find(
      (code) => code === (values.category ?? seedModelByCode(values.model)?.category),
    );
    if (!category) return `--category must be one of ${machineCategoryCodes.join(', ')}, of the model ${values.model}.`;
    const { serial: serialNumber, pin, model, host, move, address = `http://127.0.0.1:${port}` } = values;
    if (!/^https?:\/\/[^/]+$/.test(address)) return '--address must be an address such as http://192.168.1.20:8080.';
    const atOven = values['at-oven'];
    return {
      serialNumber,
      pin,
      model,
      category,
      address,
      host,
      port: port ?? 0,
      mqttPort: mqttPort ?? 0,
      patienceSeconds,
      atOven,
      move,
    };
  } catch (error) {
    return `${(error as Error).message.split('\n')[0]}`;
  }
}
