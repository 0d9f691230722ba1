import { downMessages } from '@fournil/contract/machine-link/messages';
import { type DownTopic, linkLimits } from '@fournil/contract/machine-link/topics';
import { modelByCode } from '@fournil/contract/machines/catalogue';
import type { MachineErrorCode } from '@fournil/contract/machines/errors';
import { advance, press, runNow, setFault } from './advance.ts';
import { openConnection } from './connection.ts';
import { log } from './log.ts';
import { changeAtOven, desire, emptyHolding, type Holding, heldPrograms, missing, receive, settle } from './memory.ts';
import { enqueue } from './queue.ts';
import { recipeOf } from './recipe.ts';
import { reportOf } from './reports.ts';
import { obey, settingsFor } from './settings.ts';
import type { Plate, Remembered, Store } from './store.ts';
import { openUpdates, type UpdateLuck } from './updates.ts';
import { viewOf } from './view.ts';
import { dayMs, newWork, type WorkEvent, worldFor } from './work.ts';

const saveEveryMs = 5000;
const askAgainMs = 30_000;
const slowReportMs = 10_000;
const longestCatchUpMs = 2 * dayMs;
const pastReadings = { lastMs: dayMs / 4, everyMs: 5 * 60_000 };
const answersKept = 200;

export interface OvenNeeds {
  plate: Plate;
  added: boolean;
  server: string;
  store: Store;
  speed: number;
  pastDays: number;
  updateFailures: number;
}

export type Oven = Awaited<ReturnType<typeof openOven>>;

export async function openOven({
  plate,
  added,
  server,
  store,
  speed: firstSpeed,
  pastDays,
  updateFailures,
}: OvenNeeds) {
  const model = modelByCode(plate.model);
  if (!model) throw new Error(`There is no model "${plate.model}".`);
  const memory = (await store.load(plate.serialNumber)) ?? blank(plate, added, settingsFor(model, plate.timezone));
  memory.plate = plate;
  // Memories from before there were updates.
  memory.softwareVersion ??= plate.softwareVersion;
  memory.update ??= null;
  memory.boot += 1;
  await store.save(memory);

  let speed = firstSpeed;
  let dirty = false;
  let savedMs = Date.now();
  let saving: Promise<void> = Promise.resolve();
  let askedMs = 0;
  let asked: string[] = [];
  let changedMs = 0;
  let lastDesired = -1;
  let bornMs: number | null = null;
  /** The oven's own time runs `speed` times as fast as the wall clock from here on. */
  let anchor = { ownMs: memory.work?.nowAt ?? 0, wallMs: memory.workWallAt };

  const ownTime = (wallMs: number) => anchor.ownMs + Math.max(0, wallMs - anchor.wallMs) * speed;
  const wallTime = (ownMs: number) => anchor.wallMs + (ownMs - anchor.ownMs) / speed;
  const clockOff = () => memory.clockOffMs ?? 0;
  const instant = (ownMs: number) => isoOf(wallTime(ownMs) + clockOff());
  const newId = () => `${memory.boot}-${++memory.counter}`;
  const envelope = () => ({ v: linkLimits.protocolVersion, id: newId(), at: isoOf(Date.now() + clockOff()) });
  const runningId = () => (memory.work?.task.kind === 'program' ? memory.work.task.recipe.id : null);
  const recipes = () => memory.holding.held.flatMap((one) => (one.body ? [recipeOf(one.body)] : []));
  let recipesNow = recipes();

  const save = () => {
    dirty = false;
    savedMs = Date.now();
    // One after the other: two writers of one temporary file would spoil it.
    saving = saving.catch(() => {}).then(() => store.save(memory));
    return saving;
  };

  const emit = (event: WorkEvent) => {
    dirty = true;
    if (event.kind === 'lostLink') {
      const untilMs = wallTime(event.at + event.forMs);
      if (untilMs > Date.now()) connection.cut(untilMs);
      return;
    }
    memory.queue = enqueue(memory.queue, reportOf(event, newId(), instant));
    if (event.kind === 'activity' && event.type === 'ProgramEnd') hold(settle(memory.holding, null));
  };
  const world = worldFor(plate.serialNumber, { model, recipes: () => recipesNow, instant, emit });

  const reportHeld = () => {
    changedMs = 0;
    const { v: _version, ...entry } = {
      ...envelope(),
      desiredVersion: memory.holding.workedOff,
      programs: heldPrograms(memory.holding),
    };
    memory.queue = enqueue(memory.queue, { topic: 'reported', entry });
    dirty = true;
    connection.flush();
  };

  /**
   * Takes over what is held now and tells the server: at once when all is worked off, a little later when bodies are
   * missing.
   */
  const hold = (next: Holding) => {
    const before = memory.holding;
    if (next === before) return;
    memory.holding = next;
    recipesNow = recipes();
    dirty = true;
    if (JSON.stringify(heldPrograms(next)) !== JSON.stringify(heldPrograms(before))) changedMs ||= Date.now();
    if (next.workedOff === next.wanted?.version && (changedMs || next.workedOff !== before.workedOff)) reportHeld();
  };

  const ask = (nowMs: number) => {
    const programs = missing(memory.holding).slice(0, 50);
    askedMs = nowMs;
    asked = programs.map((one) => one.id);
    if (programs.length)
      connection.send('requests', { ...envelope(), programs: programs.map(({ id, revision }) => ({ id, revision })) });
  };

  const answer = (message: unknown) => {
    const command = downMessages.commands.safeParse(message);
    if (!command.success) return log('badCommand', { serialNumber: plate.serialNumber });
    const { commandId } = command.data;
    let entry = memory.answers.find(([id]) => id === commandId)?.[1];
    if (!entry) {
      const { v: _version, ...head } = envelope();
      const outcome = obey(memory.settings, command.data, new Date());
      if (outcome.done) memory.settings = outcome.settings;
      const { done, setting } = outcome;
      entry = {
        ...head,
        commandId,
        done,
        ...(outcome.done ? {} : { reason: outcome.reason }),
        ...(setting ? { setting } : {}),
      };
      memory.answers = [...memory.answers, [commandId, entry] as Remembered['answers'][number]].slice(-answersKept);
    }
    memory.queue = enqueue(memory.queue, { topic: 'answers', entry });
    dirty = true;
    connection.flush();
  };

  const onMessage = (name: DownTopic, message: unknown) => {
    if (name === 'commands') return answer(message);
    if (name === 'programs') {
      hold(receive(memory.holding, message, model, runningId()));
      // Fifty at a time: the next ones when these are in.
      const left = missing(memory.holding);
      if (asked.length > 0 && !left.some((one) => asked.includes(one.id))) ask(Date.now());
      return;
    }
    const wanted = downMessages.desired.safeParse(message);
    if (!wanted.success) return log('badDesired', { serialNumber: plate.serialNumber });
    const before = lastDesired;
    lastDesired = Math.max(lastDesired, wanted.data.version);
    hold(desire(memory.holding, wanted.data, runningId()));
    if (wanted.data.version !== before) ask(Date.now());
  };

  const birth = () => {
    const { model: code } = plate;
    const { softwareVersion } = memory;
    const held = { programs: heldPrograms(memory.holding), desiredVersion: memory.holding.workedOff };
    return { ...envelope(), session: memory.session, model: code, softwareVersion, settings: memory.settings, ...held };
  };
  const onBorn = () => {
    bornMs ??= Date.now();
    lastDesired = -1;
  };
  const connection = openConnection({ memory, server, save, birth, onBorn, onMessage });
  if (memory.work?.dark) await connection.leave('away');
  const updates = openUpdates({
    memory,
    failures: updateFailures,
    speed: () => speed,
    isOn: () => !memory.work?.dark && !connection.isPulled(),
    restart: async () => {
      await connection.leave('away');
      connection.mend();
    },
    save,
  });

  /**
   * The first day begins once it has its programs, so that a made-up past can name them; an oven without any waits ten
   * seconds.
   */
  const beginWork = (nowMs: number) => {
    const settled = memory.holding.wanted !== null && memory.holding.workedOff === memory.holding.wanted.version;
    if (bornMs === null || (pastDays > 0 && !settled && nowMs < bornMs + 10_000)) return;
    const fromMs = nowMs - pastDays * dayMs;
    const work = newWork(plate.serialNumber, fromMs);
    memory.work = work;
    if (pastDays > 0) {
      const from = nowMs - pastReadings.lastMs;
      const past = {
        ...world,
        readingEveryMs: pastReadings.everyMs,
        instant: isoOf,
        emit: (event: WorkEvent) => (isPast(event, from) ? pastEvent(event) : undefined),
      };
      advance(work, past, nowMs);
      work.nextReadingAt = nowMs;
    }
    anchor = { ownMs: nowMs, wallMs: nowMs };
  };
  const pastEvent = (event: WorkEvent) => {
    memory.queue = enqueue(memory.queue, reportOf(event, newId(), isoOf));
  };

  const live = (nowMs: number) => {
    if (!memory.work) return beginWork(nowMs);
    // After a very long break the time in between is skipped rather than worked off.
    if (ownTime(nowMs) - memory.work.nowAt > longestCatchUpMs * Math.max(1, speed))
      anchor = { ownMs: memory.work.nowAt, wallMs: nowMs };
    advance(memory.work, world, ownTime(nowMs));
    memory.workWallAt = nowMs;
    anchor = { ownMs: memory.work.nowAt, wallMs: nowMs };
  };

  const view = () => viewOf(memory, connection, speed);
  const act = (change: (work: NonNullable<Remembered['work']>) => void) => {
    memory.work ??= newWork(plate.serialNumber, Date.now());
    if (anchor.wallMs === 0) anchor = { ownMs: memory.work.nowAt, wallMs: Date.now() };
    live(Date.now());
    change(memory.work);
    dirty = true;
    connection.flush();
    return view();
  };

  return {
    serialNumber: plate.serialNumber,
    view,
    tick: (nowMs: number) => {
      live(nowMs);
      connection.tick(nowMs);
      updates.tick(nowMs);
      if (connection.isConnected() && nowMs - askedMs > askAgainMs) ask(nowMs);
      if (changedMs && nowMs - changedMs > slowReportMs) reportHeld();
      if (dirty && nowMs - savedMs > saveEveryMs)
        save().catch((error: Error) => log('notSaved', { serialNumber: plate.serialNumber, reason: error.message }));
    },
    power: async (on: boolean) => {
      act((work) => press(work, world, on));
      if (on) connection.mend();
      else await connection.leave('away');
      return view();
    },
    run: (programId: string | undefined) => {
      const recipe = programId ? recipesNow.find((one) => one.id === programId) : recipesNow[0];
      if (!recipe || memory.work?.dark) return null;
      return act((work) => runNow(work, world, recipe));
    },
    fault: (code: MachineErrorCode, on: boolean) => act((work) => setFault(work, world, code, on)),
    link: (on: boolean) => {
      if (on) connection.mend();
      else connection.cut(Number.MAX_SAFE_INTEGER);
      return view();
    },
    updateLuck: (luck: UpdateLuck) => {
      updates.choose(luck);
      return view();
    },
    setSpeed: (next: number) =>
      act(() => {
        speed = next;
      }),
    /** Sets the oven's clock to this instant, from which it goes on; null sets it right. */
    setClock: (at: string | null) => {
      memory.clockOffMs = at === null ? 0 : Date.parse(at) - Date.now();
      dirty = true;
      return view();
    },
    change: (programId: string) => {
      const changed = changeAtOven(memory.holding, programId);
      if (!changed) return null;
      hold(changed);
      reportHeld();
      return view();
    },
    close: async () => {
      await connection.leave('away');
      await save();
    },
  };
}

function isoOf(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}

function isPast(event: WorkEvent, readingsFromMs: number): boolean {
  return event.kind !== 'lostLink' && (event.kind !== 'reading' || event.at >= readingsFromMs);
}

function blank(plate: Plate, added: boolean, settings: Remembered['settings']): Remembered {
  const counters = { boot: 0, counter: 0, session: 0 };
  const nothing = {
    privateKey: null,
    credentials: null,
    queue: [],
    answers: [],
    work: null,
    workWallAt: 0,
    update: null,
    softwareVersion: plate.softwareVersion,
  };
  return { plate, added, settings, holding: emptyHolding, ...counters, ...nothing };
}
