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

const askAgainMilliseconds = 30_000;
const slowReportMilliseconds = 10_000;
const bodiesPerRequest = 50;

/** The program handling of an oven: installs desired programs, requests missing bodies, and reports what it holds. */
export function openPrograms(state: OvenState, connection: () => Pick<Connection, 'send' | 'flush'>) {
  const { memory } = state;
  let runnable = runnablesOf(memory.holding);
  let asked: string[] = [];
  let askedAt = 0;
  /** The time of a change that was not yet reported; 0 when there is none. */
  let changedAt = 0;
  let lastDesired = -1;

  const report = () => {
    changedAt = 0;
    const { holding } = memory;
    queueHeaded(state, 'reported', { desiredVersion: holding.processedVersion, programs: heldPrograms(holding) });
    connection().flush();
  };
  /** Reports at once when everything is processed, a little later when bodies are missing. */
  const hold = (next: Holding) => {
    const before = memory.holding;
    if (next === before) return;
    memory.holding = next;
    runnable = runnablesOf(next);
    state.isDirty = true;
    if (JSON.stringify(heldPrograms(next)) !== JSON.stringify(heldPrograms(before))) changedAt ||= Date.now();
    if (
      next.processedVersion === next.desired?.version &&
      (changedAt || next.processedVersion !== before.processedVersion)
    )
      report();
  };
  const ask = (nowAt: number) => {
    const programs = missing(memory.holding).slice(0, bodiesPerRequest);
    askedAt = nowAt;
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
    tick: (nowAt: number, isConnected: boolean) => {
      if (isConnected && nowAt - askedAt > askAgainMilliseconds) ask(nowAt);
      if (changedAt && nowAt - changedAt > slowReportMilliseconds) report();
    },
    /** A person edits a program at the oven; false when that is impossible. */
    change: (programId: string) => {
      const changed = edit(state, programId);
      if (changed) hold(changed);
      if (changed && changedAt) report();
      return changed !== null;
    },
  };
}

/** MNU-02: the body of the changed program is sent before the list that names it. */
function edit(state: OvenState, programId: string): Holding | null {
  const changed = changeAtOven(state.memory.holding, programId);
  if (!changed) return null;
  queueHeaded(state, 'changed', { sha256: changed.sha256, body: changed.body });
  return settle(changed.holding, runningProgramId(state));
}

function runnablesOf({ held }: Holding): RunnableProgram[] {
  return held.flatMap(({ body, state, sha256 }) =>
    // Of a refused revision the hash is that of `desired`, and the body the former one.
    body ? [runnableOf(body, state === 'refused' ? sha256Of(body) : sha256)] : [],
  );
}

function queueHeaded(state: OvenState, topic: 'reported' | 'changed', fields: object): void {
  const { v: _version, ...head } = envelope(state);
  queueReport(state, { topic, entry: { ...head, ...fields } });
}
