import { reasonText } from '@fournil/contract/machine-link/reasons';
import type { WebhookType } from '@fournil/contract/webhooks/webhookEvents';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Services } from '../../kit/services.ts';
import { announceEvents, findInterest, type WebhookEvent } from '../../webhooks/index.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import type { ChangedFault } from '../reports/storeMisdatedFaults.ts';
import { connectedEvent, lostEvent } from './connectionEvents.ts';

/** Announces what a batch has changed. */
interface Watched {
  announce(): Promise<void>;
}

const ofStates: readonly WebhookType[] = ['machine.connected', 'machine.lost'];
const ofPrograms: readonly WebhookType[] = ['program.installed', 'program.refused', 'program.changedAtMachine'];

/**
 * INT-05: what a batch changes in the connections of machines and in what they hold, read before and after it, for
 * organisations that want to be told. Nothing is read for the others.
 */
export async function watchMachines(
  services: Services,
  trx: Trx,
  reports: readonly LinkedMachine[],
  linkedMachines: readonly LinkedMachine[],
): Promise<Watched> {
  const interest = await findInterest(services);
  const wanting = (machines: readonly LinkedMachine[], types: readonly WebhookType[]) =>
    machines.filter(({ organisationId }) => types.some((type) => interest.get(organisationId)?.has(type)));
  const machines = wanting(reports, ofStates);
  const holding = wanting(linkedMachines, ofPrograms);
  if (machines.length === 0 && holding.length === 0) return { announce: async () => undefined };
  const states = await readStates(trx, machines);
  const programs = await readHeld(trx, holding);
  return {
    announce: async () => {
      const now = services.now();
      const after = await readStates(trx, machines);
      const heldAfter = await readHeld(trx, holding);
      await announceEvents(services, trx, [
        ...[...after.values()].flatMap((state) => changesOfState(states.get(state.machineId), state, now)),
        ...[...heldAfter].flatMap(([key, one]) => changeOfHeld(programs.get(key), one, now)),
      ]);
    },
  };
}

const idsOf = (machines: readonly LinkedMachine[]) => [...new Set(machines.map(({ machineId }) => machineId))];

type State = Pick<Selectable<Tables['machineStates']>, 'machineId' | 'organisationId' | 'connected' | 'leftInOrder'>;

async function readStates(trx: Trx, machines: readonly LinkedMachine[]): Promise<Map<string, State>> {
  if (machines.length === 0) return new Map();
  const rows = await trx
    .selectFrom('machineStates')
    .select(['machineId', 'organisationId', 'connected', 'leftInOrder'])
    .where(isOfOrganisations('organisationId', machines))
    .where(sql<boolean>`"machineId" = any(${idsOf(machines)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.machineId, row]));
}

function changesOfState(before: State | undefined, after: State, now: Date): WebhookEvent[] {
  if (!before || before.connected === after.connected) return [];
  return [after.connected ? connectedEvent(after, now) : lostEvent(after, now, after.leftInOrder)];
}

interface Held {
  machineId: string;
  organisationId: string;
  programId: string;
  name: string;
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: 'applied' | 'refused' | 'changed' | null;
  reportedReason: Parameters<typeof reasonText>[0] | null;
}

async function readHeld(trx: Trx, machines: readonly LinkedMachine[]): Promise<Map<string, Held>> {
  if (machines.length === 0) return new Map();
  const { rows } = await sql<Held>`select installations."machineId", installations."organisationId", "programId", name,
      "reportedRevision", "reportedSha256", "reportedState", "reportedReason"
    from installations join programs on programs.id = "programId"
      and programs."organisationId" = installations."organisationId"
    where ${isOfOrganisations('installations.organisationId', machines)}
      and "machineId" = any(${idsOf(machines)}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [`${row.machineId} ${row.programId}`, row]));
}

const typeOfState = {
  applied: 'program.installed',
  refused: 'program.refused',
  changed: 'program.changedAtMachine',
} as const;

/** A machine repeats what it holds with every report: only what differs from before is told. */
function changeOfHeld(before: Held | undefined, after: Held, now: Date): WebhookEvent[] {
  const { reportedState: state, reportedRevision, machineId, organisationId, programId, name } = after;
  if (state === null || sameHeld(before, after)) return [];
  const program = { id: programId, name, revision: reportedRevision ?? 0 };
  const common = { organisationId, machineId, at: now };
  if (state !== 'refused') return [{ ...common, type: typeOfState[state], facts: { program } }];
  const reason = after.reportedReason === null ? null : reasonText(after.reportedReason, 'EN', 'C');
  return [{ ...common, type: typeOfState[state], facts: { program, reason } }];
}

function sameHeld(before: Held | undefined, after: Held): boolean {
  return (
    before !== undefined &&
    before.reportedState === after.reportedState &&
    before.reportedSha256 === after.reportedSha256 &&
    before.reportedRevision === after.reportedRevision
  );
}

/** The begin of a fault that was not known, and its end: both of one that had ended when it arrived. */
export function faultEvents({
  machineId,
  organisationId,
  code,
  dateStart,
  dateEnd,
  inserted,
}: ChangedFault): WebhookEvent[] {
  const began = { code, beganAt: dateStart.toISOString() };
  const of = { organisationId, machineId };
  return [
    ...(inserted ? [{ ...of, type: 'fault.began' as const, at: dateStart, facts: { fault: began } }] : []),
    ...(dateEnd
      ? [
          {
            ...of,
            type: 'fault.ended' as const,
            at: dateEnd,
            facts: { fault: { ...began, endedAt: dateEnd.toISOString() } },
          },
        ]
      : []),
  ];
}
