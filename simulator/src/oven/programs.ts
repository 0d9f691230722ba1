import { downMessages } from '@fournil/contract/machine-link/messages';
import type { Connection } from '../link/connection.ts';
import { log } from '../log.ts';
import {
  applyDesired,
  changeAtOven,
  type Holding,
  heldPrograms,
  missing,
  receive,
  settle,
  sha256Of,
} from '../state/memory.ts';
import { type RunnableProgram, runnableOf } from '../work/runnableProgram.ts';
import { envelope, type OvenState, queueReport, runningProgramId } from './ovenState.ts';

const askAgainMs = 30_000;
const slowReportMs = 10_000;
const bodiesPerRequest = 50;

/** The program handling of an oven: installs desired programs, requests missing bodies, and reports what it holds. */
export function openPrograms(state: OvenState, connection: () => Pick<Connection, 'send' | 'flush'>) {
  const { memory } = state;
  let runnable = runnablesOf(memory.holding);
  let asked: string[] = [];
  let askedMs = 0;
  /** The time of a change that was not yet reported; 0 when there is none. */
  let changedMs = 0;
  let lastDesired = -1;

  const report = () => {
    changedMs = 0;
    reportHeld(state);
    connection().flush();
  };
  /** Reports at once when everything is processed, a little later when bodies are missing. */
  const hold = (next: Holding) => {
    const before = memory.holding;
    if (next === before) return;
    memory.holding = next;
    runnable = runnablesOf(next);
    state.dirty = true;
    if (JSON.stringify(heldPrograms(next)) !== JSON.stringify(heldPrograms(before))) changedMs ||= Date.now();
    if (
      next.processedVersion === next.desired?.version &&
      (changedMs || next.processedVersion !== before.processedVersion)
    )
      report();
  };
  const ask = (nowMs: number) => {
    const programs = missing(memory.holding).slice(0, bodiesPerRequest);
    askedMs = nowMs;
    asked = programs.map((one) => one.id);
    const desired = programs.map(({ id, revision }) => ({ id, revision }));
    if (desired.length > 0) connection().send('requests', { ...envelope(state), programs: desired });
  };

  return {
    runnable: (): readonly RunnableProgram[] => runnable,
    onBorn: () => {
      lastDesired = -1;
    },
    onBody: (message: unknown) => {
      hold(receive(memory.holding, message, state.model, runningProgramId(state)));
      // The next ones are requested when these have arrived.
      const left = missing(memory.holding);
      if (asked.length > 0 && !left.some((one) => asked.includes(one.id))) ask(Date.now());
    },
    onDesired: (message: unknown) => {
      const desired = downMessages.desired.safeParse(message);
      if (!desired.success) return log('badDesired', { serialNumber: memory.plate.serialNumber });
      const before = lastDesired;
      lastDesired = Math.max(lastDesired, desired.data.version);
      hold(applyDesired(memory.holding, desired.data, runningProgramId(state)));
      if (desired.data.version !== before) ask(Date.now());
    },
    /** After the end of a program: installs what waited for it. */
    onProgramEnd: () => hold(settle(memory.holding, null)),
    tick: (nowMs: number, isConnected: boolean) => {
      if (isConnected && nowMs - askedMs > askAgainMs) ask(nowMs);
      if (changedMs && nowMs - changedMs > slowReportMs) report();
    },
    /** A person edits a program at the oven; false when the oven does not hold it. */
    change: (programId: string) => {
      const changed = changeAtOven(memory.holding, programId);
      if (!changed) return false;
      hold(changed);
      report();
      return true;
    },
  };
}

function runnablesOf({ held }: Holding): RunnableProgram[] {
  return held.flatMap(({ body, state, sha256 }) =>
    // Of a refused revision the hash is that of `desired`, and the body the former one.
    body ? [runnableOf(body, state === 'refused' ? sha256Of(body) : sha256)] : [],
  );
}

function reportHeld(state: OvenState): void {
  const { holding } = state.memory;
  const { v: _version, ...head } = envelope(state);
  const entry = { ...head, desiredVersion: holding.processedVersion, programs: heldPrograms(holding) };
  queueReport(state, { topic: 'reported', entry });
}
