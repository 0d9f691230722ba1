import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { keepRunning } from '../base/keepRunning.ts';
import { findMember } from '../identity/index.ts';
import { scopeOf } from '../kit/caller.ts';
import { inContext } from '../kit/context.ts';
import type { Services } from '../kit/services.ts';
import { editMachine, openPairing } from '../machines/index.ts';
import { type DemoFleet, fleetFile, writeFleet } from './seed.ts';

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
const pastDays = 7;
/** The ovens and the broker are on one computer: when the port has changed, they follow within a minute. */
const locateSeconds = 30;
const patienceMilliseconds = 10 * minuteMilliseconds;
/**
 * Time for the ovens to save their state; one that does not end by then loses nothing. The server's own stop waits for
 * it.
 */
const endMilliseconds = 2000;

/** Starts the simulated ovens as a process of their own that knows only this server's address. */
export function startFleet(services: Services, serverUrl: string): { close(): Promise<void> } {
  const { dataDir, simulatorSpeed, simulatorPort } = services.config;
  const options = {
    server: serverUrl,
    state: join(dataDir, 'simulator'),
    fleet: fleetFile(dataDir),
    speed: String(simulatorSpeed),
    'past-days': String(pastDays),
    'locate-seconds': String(locateSeconds),
    'control-port': String(simulatorPort),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  let child: ChildProcess;
  const begin = () => {
    child = spawn(process.execPath, ['--no-warnings', simulator, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return child;
  };
  const kept = keepRunning(begin(), async () => begin(), {
    onRestart: (reason) =>
      services.log.warn({ event: 'simulator ended', reason }, 'the simulated ovens ended and are started again'),
    onLost: (error) => services.log.error({ err: error }, 'the simulated ovens could not be started again'),
  });
  return {
    close: async () => {
      await kept.letGo();
      await end(child);
    },
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), endMilliseconds).unref();
  });
}

/** Approves the demonstration's ovens as they pair, as their admin would; continues after an interrupted start. */
export async function commission(services: Services, fleet: DemoFleet, signal: AbortSignal): Promise<void> {
  if (fleet.commissioned) return;
  const until = Date.now() + patienceMilliseconds;
  let remainingMachines = fleet.machines;
  while (remainingMachines.length > 0 && Date.now() < until && !signal.aborted) {
    const done = await Promise.all(remainingMachines.map((one) => commissionOne(services, one)));
    remainingMachines = remainingMachines.filter((_, index) => !done[index]);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  if (remainingMachines.length === 0) await writeFleet(services.config.dataDir, { ...fleet, commissioned: true });
}

/** True when nothing is left to do for this machine. */
async function commissionOne(
  services: Services,
  { machineId, admin, approve }: DemoFleet['machines'][number],
): Promise<boolean> {
  const member = await findMember(services, admin);
  const machine =
    member &&
    (await services.db.as(scopeOf(member), (trx) =>
      trx.selectFrom('machines').selectAll().where('id', '=', machineId).executeTakeFirst(),
    ));
  if (!member || !machine) return true;
  if (machine.pairedAt === null) {
    const isOpen = machine.pairingOpenUntil !== null && machine.pairingOpenUntil > services.now();
    if (!isOpen)
      await inContext(services, member, (context) => openPairing(context, machineId, { address: '127.0.0.1' }));
    return false;
  }
  if (approve && !machine.approved)
    await inContext(services, member, (context) => editMachine(context, machineId, { approved: true }));
  return true;
}
