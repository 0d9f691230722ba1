import { createHash } from 'node:crypto';
import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { Desired } from '@fournil/contract/machine-link/fromServer';
import { downMessages } from '@fournil/contract/machine-link/messages';
import type { HeldReason } from '@fournil/contract/machine-link/reasons';
import type { MachineModel } from '@fournil/contract/machines/catalogue';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { waterCentilitres } from '@fournil/contract/phases/settings';
import { canonicalText, type ProgramBody } from '@fournil/contract/programs/programBody';
import { refusalOf } from '@fournil/contract/programs/refusal';

type DesiredProgram = Desired['programs'][number];

/** A program on the machine. A refused one keeps its former body, if any, so that it can still be run. */
export interface Held extends HeldProgram {
  body: ProgramBody | null;
}

/** The desired programs and those held. Every function here takes a state and returns the next one. */
export interface Holding {
  desired: Desired | null;
  held: readonly Held[];
  /** Bodies that arrived while their program was running. */
  waiting: readonly ProgramBody[];
  /** The newest `desired` that was processed. */
  processedVersion: number;
}

export const emptyHolding: Holding = { desired: null, held: [], waiting: [], processedVersion: 0 };

export function sha256Of(body: ProgramBody): string {
  return createHash('sha256').update(canonicalText(body)).digest('hex');
}

/** Processes a `desired` message. One older than the last is ignored. */
export function applyDesired(holding: Holding, desired: Desired, runningId: string | null): Holding {
  if (holding.desired && desired.version < holding.desired.version) return holding;
  return settle({ ...holding, desired }, runningId);
}

/** Processes a body as it arrived. One that is not desired (any more) is ignored. */
export function receive(holding: Holding, message: unknown, model: MachineModel, runningId: string | null): Holding {
  const parsed = downMessages.programs.safeParse(message);
  const body = parsed.success ? parsed.data.body : null;
  const desired = holding.desired?.programs.find((one) => one.id === (body?.id ?? idIn(message)));
  if (!desired || isSettled(holding, desired)) return holding;
  if (!body) return settle(put(holding, refusal(holding, desired, { code: 'invalid', values: {} })), runningId);
  const isSame = sha256Of(body) === desired.sha256;
  if (!isSame && body.revision !== desired.revision) return holding;
  const reason = isSame ? reasonAgainst(body, model) : ({ code: 'damaged', values: {} } as const);
  if (reason) return settle(put(holding, refusal(holding, desired, reason)), runningId);
  const taken = { ...body, revision: desired.revision };
  return settle({ ...holding, waiting: [...holding.waiting.filter((one) => one.id !== body.id), taken] }, runningId);
}

/** The bodies that still have to be requested. */
export function missing(holding: Holding): DesiredProgram[] {
  return (holding.desired?.programs ?? []).filter(
    (desired) => !isSettled(holding, desired) && !heldWith(holding, desired) && !waitingFor(holding, desired),
  );
}

/** Installs and removes programs as desired, except for the running one. */
export function settle(holding: Holding, runningId: string | null): Holding {
  const { desired } = holding;
  if (!desired) return holding;
  const held = desired.programs.flatMap((one) => heldFor(holding, one, runningId));
  const running = holding.held.filter(
    (one) => one.id === runningId && !desired.programs.some((other) => other.id === one.id),
  );
  const next: Holding = { ...holding, held: [...held, ...running] };
  next.waiting = holding.waiting.filter((body) =>
    desired.programs.some((one) => isFor(body, one) && !isSettled(next, one)),
  );
  const isDone = running.length === 0 && desired.programs.every((one) => isSettled(next, one));
  return isDone ? { ...next, processedVersion: desired.version } : next;
}

function heldFor(holding: Holding, desired: DesiredProgram, runningId: string | null): Held[] {
  const present = holding.held.find((one) => one.id === desired.id);
  if (isSettled(holding, desired) || (present && desired.id === runningId)) return present ? [present] : [];
  const body = heldWith(holding, desired) ?? waitingFor(holding, desired);
  if (body) return [applied(body, desired)];
  return present ? [present] : [];
}

function applied(body: ProgramBody, { id, revision, sha256 }: DesiredProgram): Held {
  return { id, revision, sha256, state: 'applied', body };
}

/** MNU-02: a program changed at the oven is kept, whatever revision is desired, until a person has it overwritten. */
function isSettled(holding: Holding, desired: DesiredProgram): boolean {
  const held = holding.held.find((one) => one.id === desired.id);
  if (held?.state === 'changed') return held.sha256 !== desired.sha256 && !givesWay(held, desired);
  return held?.revision === desired.revision && held.sha256 === desired.sha256;
}

/** A decision names the change that it is about; one that was made since then is kept. */
function givesWay(held: Held, { overwrite, overwrites }: DesiredProgram): boolean {
  return overwrite === true && (overwrites ?? held.sha256) === held.sha256;
}

/** The desired body where the oven holds it, under another revision or as its own change: it need not be sent. */
function heldWith({ held }: Holding, { id, revision, sha256 }: DesiredProgram): ProgramBody | undefined {
  const one = held.find((program) => program.id === id && program.state !== 'refused' && program.sha256 === sha256);
  return one?.body ? { ...one.body, revision } : undefined;
}

function isFor(body: ProgramBody, desired: DesiredProgram): boolean {
  return body.id === desired.id && sha256Of(body) === desired.sha256;
}

function waitingFor(holding: Holding, desired: DesiredProgram): ProgramBody | undefined {
  const body = holding.waiting.find((one) => isFor(one, desired));
  return body && { ...body, revision: desired.revision };
}

function refusal(holding: Holding, { id, revision, sha256 }: DesiredProgram, reason: HeldReason): Held {
  const body = holding.held.find((one) => one.id === id)?.body ?? null;
  return { id, revision, sha256, state: 'refused', reason, body };
}

function put(holding: Holding, program: Held): Holding {
  return { ...holding, held: [...holding.held.filter((one) => one.id !== program.id), program] };
}

function reasonAgainst(body: ProgramBody, model: MachineModel): HeldReason | null {
  const code = refusalOf(body, model);
  if (code !== 'tankTooSmall') return code && { code, values: {} };
  const neededCentilitres = waterCentilitres(settingsOf(body.phaseGroups));
  return { code, values: { neededCentilitres, tankCentilitres: model.steamTankCentilitres } };
}

function idIn(message: unknown): unknown {
  return (message as { body?: { id?: unknown } } | null)?.body?.id;
}

/**
 * A person at the oven lowers the temperature of the first heat phase. Null where the program is not held, or the
 * temperature is 0. A request to overwrite was about a former change, so it ends.
 */
export function changeAtOven(
  holding: Holding,
  id: string,
): { holding: Holding; body: ProgramBody; sha256: string } | null {
  const program = holding.held.find((one) => one.id === id);
  const settings = program?.body && settingsOf(program.body.phaseGroups);
  const first = settings?.heat[0];
  if (!program?.body || !settings || !first?.temperatureCelsius) return null;
  const before = first.temperatureCelsius;
  first.temperatureCelsius = Math.max(0, before - 7);
  const body = { ...program.body, phaseGroups: phaseGroupsOf(settings) };
  const reason: HeldReason = {
    code: 'changed',
    values: { step: 1, fromCelsius: before, toCelsius: first.temperatureCelsius },
  };
  const sha256 = sha256Of(body);
  const changed: Held = { id, revision: body.revision, sha256, state: 'changed', reason, body };
  const desired = holding.desired && {
    ...holding.desired,
    programs: holding.desired.programs.map(({ overwrite, ...one }) =>
      overwrite === undefined || one.id === id ? one : { ...one, overwrite },
    ),
  };
  const held = holding.held.map((one) => (one === program ? changed : one));
  return { holding: { ...holding, desired, held }, body, sha256 };
}

/** The form on the wire. */
export function heldPrograms(holding: Holding): HeldProgram[] {
  return holding.held.map(({ body: _body, ...program }) => program);
}
