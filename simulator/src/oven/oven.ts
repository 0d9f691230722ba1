import type { FaultCode } from '@fournil/contract/machines/faults';
import { type Connection, openConnection, type Told } from '../link/connection.ts';
import { openLocating } from '../link/locating.ts';
import { log } from '../log.ts';
import { heldPrograms } from '../state/memory.ts';
import type { UpdateOutcome } from '../state/store.ts';
import type { InTurn } from '../turns.ts';
import { runNow, setFault, switchPower } from '../work/advance.ts';
import { changeAsPlated } from './baker.ts';
import { answerCommand } from './commands.ts';
import { openLife } from './life.ts';
import { envelope, loadState, type OvenState, type StateNeeds, save } from './ovenState.ts';
import { openPrograms } from './programs.ts';
import { openUpdates } from './updates.ts';
import { viewOf } from './view.ts';

const saveEveryMilliseconds = 5000;

export interface OvenNeeds extends StateNeeds {
  server: string;
  pastDays: number;
  updateFailures: number;
  locateSeconds: number;
  /** Of all ovens together. */
  turns: Record<'connecting' | 'updating', InTurn>;
}

export type Oven = Awaited<ReturnType<typeof openOven>>;

/** Switches an oven on: loads its memory and starts its connection, programs, updates and work. */
export async function openOven({ server, pastDays, updateFailures, locateSeconds, turns, ...needs }: OvenNeeds) {
  const state = await loadState(needs);
  const { memory } = state;
  const programs = openPrograms(state, () => connection);
  const life = openLife(state, {
    pastDays,
    runnablePrograms: programs.runnable,
    cut: (untilAt) => connection.cut(untilAt),
    onProgramEnd: programs.onProgramEnd,
  });
  const onMessage: Record<Told, (message: unknown) => void> = {
    commands: (message) => {
      answerCommand(state, message);
      connection.flush();
    },
    programs: programs.onBody,
    desired: programs.onDesired,
  };
  const connection = openConnection({
    memory,
    server,
    save: () => save(state),
    inTurn: turns.connecting,
    birth: () => birthOf(state),
    onBorn: () => {
      life.onBorn();
      programs.onBorn();
    },
    onMessage: (name, message) => onMessage[name](message),
  });
  if (memory.work?.isUnpowered) await connection.leave('away');
  const isOn = () => !memory.work?.isUnpowered && !connection.isPulled();
  const locating = openLocating({
    ...{ memory, server, locateSeconds },
    isAway: () => isOn() && !connection.isConnected(),
    save: () => save(state),
    inTurn: turns.connecting,
  });
  const updates = openUpdates({
    memory,
    failures: updateFailures,
    speed: () => state.speed,
    isOn,
    restart: async () => {
      await connection.leave('away');
      connection.mend();
    },
    save: () => save(state),
    inTurn: turns.updating,
  });
  return ovenOf({ state, programs, life, connection, locating, updates });
}

interface Parts {
  state: OvenState;
  programs: ReturnType<typeof openPrograms>;
  life: ReturnType<typeof openLife>;
  connection: Connection;
  locating: ReturnType<typeof openLocating>;
  updates: ReturnType<typeof openUpdates>;
}

/** An oven's operations: its tick, the actions of a person, and its end. */
function ovenOf(parts: Parts) {
  const { state, programs, life, connection, locating, updates } = parts;
  const { memory } = state;
  const { serialNumber } = memory.plate;
  const view = () => viewOf(memory, connection, state.speed);
  return {
    serialNumber,
    view,
    ...actionsOf(parts, view),
    tick: (nowAt: number) => {
      life.live(nowAt);
      connection.tick(nowAt);
      locating.tick(nowAt);
      updates.tick(nowAt);
      programs.tick(nowAt, connection.isConnected());
      if (connection.isConnected()) changeAsPlated(state, programs.change);
      if (state.isDirty && nowAt - state.savedAt > saveEveryMilliseconds)
        save(state).catch((error: Error) => log('notSaved', { serialNumber, reason: error.message }));
    },
    close: async () => {
      await connection.leave('away');
      await save(state);
    },
  };
}

/** The actions of a person at the oven; each returns the state afterwards, or null when it is impossible. */
function actionsOf<View>({ state, programs, life, connection, updates }: Parts, view: () => View) {
  const { memory } = state;
  const act = (change: Parameters<typeof life.act>[0]) => {
    life.act(change);
    connection.flush();
    return view();
  };
  return {
    power: async (isOn: boolean) => {
      act((work) => switchPower(work, life.world, isOn));
      if (isOn) connection.mend();
      else await connection.leave('away');
      return view();
    },
    run: (programId: string | undefined) => {
      const runnable = programs.runnable();
      const program = programId ? runnable.find((one) => one.id === programId) : runnable[0];
      if (!program || memory.work?.isUnpowered) return null;
      return act((work) => runNow(work, life.world, program));
    },
    fault: (code: FaultCode, isOn: boolean) => act((work) => setFault(work, life.world, code, isOn)),
    link: (isOn: boolean) => {
      if (isOn) connection.mend();
      else connection.cut(Number.MAX_SAFE_INTEGER);
      return view();
    },
    chooseUpdate: (outcome: UpdateOutcome) => {
      updates.choose(outcome);
      return view();
    },
    setSpeed: (speed: number) =>
      act(() => {
        state.speed = speed;
      }),
    /** Sets the oven's clock to this instant, from which it runs on; null corrects it. */
    setClock: (at: string | null) => {
      memory.clockOffMs = at === null ? 0 : Date.parse(at) - Date.now();
      state.isDirty = true;
      return view();
    },
    /** Edits a program at the oven. */
    change: (programId: string) => (programs.change(programId) ? view() : null),
  };
}

function birthOf(state: OvenState) {
  const { session, settings, holding, softwareVersion, plate } = state.memory;
  const held = { programs: heldPrograms(holding), desiredVersion: holding.processedVersion };
  return { ...envelope(state), session, model: plate.model, softwareVersion, settings, ...held };
}
