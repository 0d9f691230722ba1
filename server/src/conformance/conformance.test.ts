import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { startBadMachine } from '../testing/machines/badMachine.ts';
import {
  buildCMachine,
  findPythonMachine,
  type MachineCommand,
  type RunningMachine,
  startMachine,
} from '../testing/machines/referenceMachines.ts';
import { testMasterKey } from '../testing/process.ts';
import { createDatabase } from '../testing/testServer.ts';
import type { Finding } from './findings.ts';
import { type Options, readOptions } from './options.ts';
import { openRecordingProxy } from './recordingProxy.ts';
import { runConformance } from './run.ts';

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fournil-conformance-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const serial = 'TRIAL-1';

/** What somebody at the machine does when asked; by the first words of the request. */
type AtOven = (machine: RunningMachine, asked: 'bake' | 'fault' | 'end' | 'change' | 'off') => unknown;

async function conform(
  name: string,
  command: MachineCommand,
  {
    atOven,
    more = {},
    patience = '60',
    model = 'sole-3-12',
  }: { atOven?: AtOven; more?: Record<string, string>; patience?: string; model?: string } = {},
): Promise<{ found: readonly Finding[]; said: string }> {
  const args = ['--serial', serial, '--pin', '4711', '--port', '0', '--mqtt-port', '0', '--patience', patience];
  const ofModel = ['--model', model, '--category', 'deck'];
  const options = readOptions([...args, ...ofModel, '--move', ...(atOven ? ['--at-oven'] : [])]) as Options;
  const said: string[] = [];
  let machine: RunningMachine | undefined;
  const say = (line: string) => {
    said.push(line);
    if (!machine || !atOven || !line.startsWith('Please')) return;
    const requests = [
      ['run a program', 'bake'],
      ['edit a program', 'change'],
      ['cause', 'fault'],
      ['end', 'end'],
    ] as const;
    void atOven(machine, requests.find(([words]) => line.includes(words))?.[1] ?? 'off');
  };
  const found = await runConformance({
    options,
    say,
    database: { url: await createDatabase(), masterKey: testMasterKey },
    onReady: ({ options: { address } }) => {
      const state = mkdtempSync(join(folder, `${name}-`));
      machine = startMachine(command, {
        server: address,
        state,
        serial,
        pin: '4711',
        model,
        'locate-seconds': '2',
        ...more,
      });
    },
  });
  await machine?.stop('SIGKILL');
  return { found, said: [...said, '', ...(machine?.said().map((line) => JSON.stringify(line)) ?? [])].join('\n') };
}

const toMend = (found: readonly Finding[]) =>
  found.filter(({ outcome }) => outcome === 'mend').map(({ step, words }) => `${step}: ${words}`);
/** Without the step that needs a machine with nothing to report for 40 seconds. */
const notTried = (found: readonly Finding[]) =>
  found.filter(({ outcome, step }) => outcome === 'notTried' && step !== 'Silence').map(({ step }) => step);

const byWords: AtOven = (machine, asked) => {
  if (asked === 'off') return machine.stop();
  return machine.happens({ bake: 'bake', fault: 'fault E03', end: 'end E03', change: 'change' }[asked]);
};

describe('MKR-03 the conformance run', () => {
  for (const [language, command, model] of [
    ['Python', findPythonMachine(), 'sole-3-12'],
    // One that is entered for the run.
    ['C', buildCMachine(), 'sole-on-trial'],
  ] as const)
    it.skipIf(!command).concurrent(`is passed by the machine in ${language}`, { timeout: 400_000 }, async () => {
      const { found, said } = await conform(language, command ?? [], {
        atOven: byWords,
        model,
        more: { 'reading-seconds': '5' },
      });
      expect(toMend(found), said).toEqual([]);
      expect(notTried(found), said).toEqual([]);
    });

  it.concurrent('is passed by a simulated oven', { timeout: 400_000 }, async () => {
    const control = await freePort();
    const ovens = `http://127.0.0.1:${control}/ovens`;
    const act = (path: string, body: object) =>
      fetch(`${ovens}/${serial}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { found, said } = await conform('simulator', [process.execPath, '--no-warnings', simulator], {
      more: { 'control-port': String(control), speed: '60' },
      atOven: async (_machine, asked) => {
        if (asked === 'bake') return act('run', {});
        if (asked === 'change') {
          const [oven] = (await (await fetch(ovens)).json()) as { programs: { id: string }[] }[];
          return act('change', { programId: oven?.programs[0]?.id });
        }
        return asked === 'off' ? act('power', { on: false }) : act('error', { code: 'E03', on: asked === 'fault' });
      },
    });
    expect(toMend(found), said).toEqual([]);
    expect(notTried(found), said).toEqual([]);
  });

  async function judgeBad(args: string[], fields: { pin?: string; birth?: object } = {}) {
    const places = ['--serial', serial, '--port', '0', '--mqtt-port', '0', '--patience', '10'];
    let bad: { stop(): void } | undefined;
    const found = await runConformance({
      options: readOptions([...places, ...args]) as Options,
      say: () => undefined,
      database: { url: await createDatabase(), masterKey: testMasterKey },
      onReady: ({ options: { address } }) => {
        bad = startBadMachine(address, { serialNumber: serial, pin: '4711', ...fields });
      },
    });
    bad?.stop();
    return found;
  }

  it.concurrent('tells the maker of a bad machine what to mend, in plain words', { timeout: 400_000 }, async () => {
    const found = await judgeBad(['--at-oven']);
    expect(found).toContainEqual(expect.objectContaining({ step: 'Lost messages', outcome: 'notTried' }));
    // Nobody is at this machine.
    for (const [step, words] of [
      ['At the machine', 'no ProgramStart came'],
      ['At the machine', 'no fault came'],
      ['A change at the machine', 'no change of a program came'],
      ['At the machine', 'its connection did not end'],
    ])
      expect(found).toContainEqual({
        step,
        outcome: 'notTried',
        words: `${words} within 10 seconds (--patience): nobody did what was asked, or the machine does not report it.`,
      });
    expect(toMend(found)).toEqual([
      expect.stringMatching(/^Pairing: it called \d+ times in ten seconds: pause between the calls/),
      'Birth: at its birth it was not subscribed to desired, programs, commands, stored: subscribe first.',
      expect.stringMatching(/^Clock: its clock is 36\d\d seconds off: set it by NTP/),
      'Birth: it paired as sole-3-12 and says that it is sole-4-16.',
      'Renewal: its certificate ends in 20 days and was not renewed: renew it in the last 30 days.',
      expect.stringMatching(/^Programs: it asks for bodies again when the same `desired` comes twice/),
      expect.stringMatching(/^Programs: it dropped its programs for a `desired` with an older version/),
      expect.stringMatching(/^Programs: it took a program whose hash is not the wanted one/),
      expect.stringMatching(/^Settings: a command was not answered within 10 seconds/),
      expect.stringMatching(
        /^Rules of the protocol: .*readings, field chamberTemperatureCelsius: Must be at most 1000/,
      ),
      expect.stringMatching(
        /^Silence: it was silent for \d+ seconds: publish m\/\{machineId\}\/alive after 40 seconds/,
      ),
    ]);
  });

  it.concurrent('names the field for which a birth is refused', async () => {
    const at = '2026-03-02T04:30:00Z';
    expect(toMend(await judgeBad([], { birth: { at } }))).toEqual([
      expect.stringMatching(/^Pairing: it called/),
      expect.stringMatching(
        /^Birth: its birth is refused, .*: m\/\{machineId\}\/birth, field at: Must be a time in UTC .*like 20/,
      ),
      expect.stringMatching(/^Rules of the protocol: m\/\{machineId\}\/birth, field at: Must be a time in UTC/),
      expect.stringMatching(/^Rules of the protocol: .*readings/),
    ]);
  });

  it.concurrent('says which PIN and which model the machine has sent', async () => {
    expect(toMend(await judgeBad(['--pin', '0815', '--model', 'sole-4-16']))).toEqual([
      'Pairing: it sent the PIN "4711", and the run expects 0815 (--pin); it sent the model "sole-3-12", and the run ' +
        'expects sole-4-16 (--model, and --category if it is new)',
    ]);
  });

  it.concurrent('says that nothing has called, and that TLS has failed', async () => {
    let ended: Promise<unknown> = Promise.resolve();
    const found = await runConformance({
      options: readOptions(['--port', '0', '--mqtt-port', '0', '--patience', '10']) as Options,
      say: () => undefined,
      database: { url: await createDatabase(), masterKey: testMasterKey },
      onReady: ({ running }) => {
        // As a machine does that knows the authority of another console.
        const socket = connect({ port: running.mqttPort, host: '127.0.0.1' });
        socket.on('error', () => undefined);
        ended = new Promise((resolve) => socket.once('close', resolve));
      },
    });
    await ended;
    expect(toMend(found)).toEqual([
      expect.stringMatching(
        /^Pairing: no call to POST \/api\/machine-link\/pair came within 10 seconds: check the address\. TLS failed on the MQTT port once .* has to be reset/,
      ),
    ]);
  });

  it.concurrent('ends when it is stopped, and leaves no folder', async () => {
    const stop = new AbortController();
    let folder = '';
    const ended = runConformance({
      options: readOptions(['--port', '0', '--mqtt-port', '0']) as Options,
      say: () => undefined,
      database: { url: await createDatabase(), masterKey: testMasterKey },
      signal: stop.signal,
      onReady: ({ running }) => {
        folder = running.services.config.dataDir;
        expect(existsSync(folder)).toBe(true);
        stop.abort(new Error('stopped'));
      },
    });
    await expect(ended).rejects.toThrow('stopped');
    expect(existsSync(folder)).toBe(false);
  });

  it('answers a call that comes before the console is up, and goes on', async () => {
    const proxy = await openRecordingProxy('127.0.0.1', 0, () => null);
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/api/machine-link/pair`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('retry-after'), proxy.calls('/api/machine-link/pair')]).toEqual([
      503,
      '2',
      [],
    ]);
    await proxy.close();
  });

  it('names a wrong option', () => {
    expect(readOptions(['--pin', '12'])).toBe('--pin must have four digits.');
    expect(readOptions(['--model', 'Toaster'])).toMatch(/^--model must be a code of lower-case letters/);
    expect(readOptions(['--model', 'toaster'])).toMatch(/^--category must be one of deck, .* the model toaster\.$/);
    expect(readOptions(['--category', 'kiln'])).toMatch(/^--category must be one of deck, /);
    expect(readOptions(['--address', 'console'])).toMatch(/^--address must be an address/);
    expect(readOptions(['--none'])).toMatch(/none/);
  });
});
