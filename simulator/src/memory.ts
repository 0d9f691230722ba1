import { createHash } from 'node:crypto';
import { type Desired, downMessages, type HeldProgram } from '@fournil/contract/machine-link/messages';
import type { HeldReason } from '@fournil/contract/machine-link/reasons';
import type { MachineModel } from '@fournil/contract/machines/catalogue';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { waterCentilitres } from '@fournil/contract/phases/settings';
import { canonicalText, type ProgramBody } from '@fournil/contract/programs/programBody';

type Wanted = Desired['programs'][number];

/** A program on the machine. A refused one keeps its former body, if any, so that it can still be run. */
export interface Held extends HeldProgram {
  body: ProgramBody | null;
}

/** The desired programs and those held. Every function here takes a state and returns the next one. */
export interface Holding {
  wanted: Desired | null;
  held: readonly Held[];
  /** Bodies that arrived while their program was running. */
  waiting: readonly ProgramBody[];
  /** The newest `desired` that was processed. */
  workedOff: number;
}

export const emptyHolding: Holding = { wanted: null, held: [], waiting: [], workedOff: 0 };

export function sha256Of(body: ProgramBody): string {
  return createHash('sha256').update(canonicalText(body)).digest('hex');
}

/** Processes a `desired` message. One older than the last is ignored. */
export function desire(holding: Holding, wanted: Desired, runningId: string | null): Holding {
  if (holding.wanted && wanted.version < holding.wanted.version) return holding;
  return settle({ ...holding, wanted }, runningId);
}

/** Processes a body as it arrived. One that is not desired (any more) is ignored. */
export function receive(holding: Holding, message: unknown, model: MachineModel, runningId: string | null): Holding {
  const parsed = downMessages.programs.safeParse(message);
  const body = parsed.success ? parsed.data.body : null;
  const wanted = holding.wanted?.programs.find((one) => one.id === (body?.id ?? idIn(message)));
  if (!wanted || isSettled(holding, wanted)) return holding;
  if (!body) return settle(put(holding, refusal(holding, wanted, { code: 'invalid', values: {} })), runningId);
  const isSame = sha256Of(body) === wanted.sha256;
  if (!isSame && body.revision !== wanted.revision) return holding;
  const reason = isSame ? reasonAgainst(body, model) : ({ code: 'damaged', values: {} } as const);
  if (reason) return settle(put(holding, refusal(holding, wanted, reason)), runningId);
  const taken = { ...body, revision: wanted.revision };
  return settle({ ...holding, waiting: [...holding.waiting.filter((one) => one.id !== body.id), taken] }, runningId);
}

/** The bodies that still have to be requested. */
export function missing(holding: Holding): Wanted[] {
  return (holding.wanted?.programs ?? []).filter(
    (wanted) => !isSettled(holding, wanted) && !waitingFor(holding, wanted),
  );
}

/** Installs and removes programs as desired, except for the running one. */
export function settle(holding: Holding, runningId: string | null): Holding {
  const { wanted } = holding;
  if (!wanted) return holding;
  const held = wanted.programs.flatMap((one) => heldFor(holding, one, runningId));
  const running = holding.held.filter(
    (one) => one.id === runningId && !wanted.programs.some((other) => other.id === one.id),
  );
  const next: Holding = { ...holding, held: [...held, ...running] };
  next.waiting = holding.waiting.filter((body) =>
    wanted.programs.some((one) => isFor(body, one) && !isSettled(next, one)),
  );
  const isDone = running.length === 0 && wanted.programs.every((one) => isSettled(next, one));
  return isDone ? { ...next, workedOff: wanted.version } : next;
}

function heldFor(holding: Holding, wanted: Wanted, runningId: string | null): Held[] {
  const present = holding.held.find((one) => one.id === wanted.id);
  if (isSettled(holding, wanted) || (present && wanted.id === runningId)) return present ? [present] : [];
  // The same body under a new revision need not be sent again.
  if (present?.body && present.state !== 'refused' && present.sha256 === wanted.sha256) {
    return [applied({ ...present.body, revision: wanted.revision }, wanted)];
  }
  const body = waitingFor(holding, wanted);
  if (body) return [applied(body, wanted)];
  return present ? [present] : [];
}

function applied(body: ProgramBody, { id, revision, sha256 }: Wanted): Held {
  return { id, revision, sha256, state: 'applied', body };
}

/** A program changed at the oven is kept until another revision is desired, or a person has it overwritten. */
function isSettled(holding: Holding, wanted: Wanted): boolean {
  const held = holding.held.find((one) => one.id === wanted.id);
  if (!held || held.revision !== wanted.revision) return false;
  if (held.state === 'changed' && held.sha256 !== wanted.sha256) return wanted.overwrite !== true;
  return held.sha256 === wanted.sha256;
}

function isFor(body: ProgramBody, wanted: Wanted): boolean {
  return body.id === wanted.id && sha256Of(body) === wanted.sha256;
}

function waitingFor(holding: Holding, wanted: Wanted): ProgramBody | undefined {
  const body = holding.waiting.find((one) => isFor(one, wanted));
  return body && { ...body, revision: wanted.revision };
}

function refusal(holding: Holding, { id, revision, sha256 }: Wanted, reason: HeldReason): Held {
  const body = holding.held.find((one) => one.id === id)?.body ?? null;
  return { id, revision, sha256, state: 'refused', reason, body };
}

function put(holding: Holding, program: Held): Holding {
  return { ...holding, held: [...holding.held.filter((one) => one.id !== program.id), program] };
}

function reasonAgainst(body: ProgramBody, model: MachineModel): HeldReason | null {
  if (body.category !== model.category) return { code: 'otherCategory', values: {} };
  const needed = waterCentilitres(settingsOf(body.phaseGroups));
  if (needed === 0 || needed <= model.steamTankCentilitres) return null;
  if (model.steamTankCentilitres === 0) return { code: 'noSteam', values: {} };
  return { code: 'tankTooSmall', values: { neededCentilitres: needed, tankCentilitres: model.steamTankCentilitres } };
}

function idIn(message: unknown): unknown {
  return (message as { body?: { id?: unknown } } | null)?.body?.id;
}

/** A person at the oven lowers the temperature of the first heat phase. */
export function changeAtOven(holding: Holding, id: string): Holding | null {
  const program = holding.held.find((one) => one.id === id);
  const settings = program?.body && settingsOf(program.body.phaseGroups);
  const first = settings?.heat[0];
  if (!program?.body || !settings || !first) return null;
  const before = first.temperatureCelsius;
  first.temperatureCelsius = Math.max(0, before - 7);
  const body = { ...program.body, phaseGroups: phaseGroupsOf(settings) };
  const reason: HeldReason = {
    code: 'changed',
    values: { step: 1, fromCelsius: before, toCelsius: first.temperatureCelsius },
  };
  const changed: Held = { ...program, sha256: sha256Of(body), state: 'changed', reason, body };
  return { ...holding, held: holding.held.map((one) => (one === program ? changed : one)) };
}

/** The form on the wire. */
export function heldPrograms(holding: Holding): HeldProgram[] {
  return holding.held.map(({ body: _body, ...program }) => program);
}
