import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hourSeconds } from '@fournil/contract/kit/durations';
import { validationWords } from '@fournil/contract/kit/validation';
import { pairInput } from '@fournil/contract/machine-link/pairing';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { z } from 'zod';
import type { Plate } from './state/store.ts';

/** Printed in one sentence before exit 2. */
export type Options = {
  server: string;
  folder: string;
  plates: Plate[];
  speed: number;
  pastDays: number;
  updateFailures: number;
  /** How long an oven is away before it asks where the broker is. */
  locateSeconds: number;
  controlPort: number | null;
};

export const plateSchema = pairInput.omit({ certificateRequest: true }).extend({
  timezone: z.string().min(1).max(64).default('Europe/Paris'),
  softwareVersion: z.string().min(1).max(32).default('3.4.1'),
  isChanged: z.boolean().optional(),
});
const fleetFile = z.object({ ovens: z.array(plateSchema) });

/** The options, or a sentence about the invalid one. */
export function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        server: { type: 'string', default: 'http://127.0.0.1:8080' },
        state: { type: 'string' },
        fleet: { type: 'string' },
        serial: { type: 'string' },
        pin: { type: 'string' },
        model: { type: 'string', default: 'sole-3-12' },
        speed: { type: 'string', default: '1' },
        'past-days': { type: 'string', default: '0' },
        'update-failures': { type: 'string', default: '0' },
        'locate-seconds': { type: 'string', default: String(linkLimits.locateAfterSeconds) },
        'control-port': { type: 'string' },
      },
    });
    if (!values.state) return 'Say with --state in which folder the ovens keep their memory.';
    if (!/^https?:\/\//.test(values.server) || !URL.canParse(values.server))
      return '--server must be an address such as http://127.0.0.1:8080.';
    const speed = numberIn(values.speed, 0.01, 3600);
    if (speed === null) return '--speed must be a number from 0.01 to 3600.';
    const pastDays = numberIn(values['past-days'], 0, 365);
    if (pastDays === null) return '--past-days must be a number from 0 to 365.';
    const updateFailures = numberIn(values['update-failures'], 0, 1);
    if (updateFailures === null) return '--update-failures must be a share from 0 to 1.';
    const locateSeconds = numberIn(values['locate-seconds'], 1, hourSeconds);
    if (locateSeconds === null) return '--locate-seconds must be a number from 1 to 3600.';
    const controlPort = values['control-port'] === undefined ? null : numberIn(values['control-port'], 0, 65_535);
    if (values['control-port'] !== undefined && controlPort === null)
      return '--control-port must be a port from 0 to 65535.';
    const plates = platesOf(values.fleet, values.serial, values.pin, values.model);
    if (typeof plates === 'string') return plates;
    return {
      server: values.server,
      folder: values.state,
      ...{ plates, speed, pastDays, updateFailures, locateSeconds, controlPort },
    };
  } catch (error) {
    return `${(error as Error).message.split('\n')[0]}`;
  }
}

function platesOf(
  file: string | undefined,
  serialNumber: string | undefined,
  pin: string | undefined,
  model: string,
): Plate[] | string {
  if (serialNumber !== undefined) {
    const plate = plateSchema.safeParse({ serialNumber, pin, model });
    return plate.success ? [plate.data] : `--serial, --pin or --model is wrong: ${firstIssue(plate.error)}`;
  }
  if (!file) return 'Say with --fleet which file lists the ovens, or name one with --serial and --pin.';
  const fleet = fleetFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return fleet.success ? fleet.data.ovens : `The fleet file ${file} is wrong: ${firstIssue(fleet.error)}`;
}

export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const words = validationWords[issue?.message as keyof typeof validationWords] as { en: string } | undefined;
  const message = words?.en ?? issue?.message;
  return `${issue?.path.join('.') || 'value'}: ${message}`;
}

function numberIn(text: string, min: number, max: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && value >= min && value <= max ? value : null;
}
