import type { RingInput, RingsAndRules } from '@fournil/contract/rollouts/rolloutInput';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { returningOne } from '../db/organisations.ts';
import { record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { newId } from '../kit/ids.ts';
import { visibleMachines } from '../rights/index.ts';
import { advanceWithin } from './engine.ts';
import { type Candidate, refuseEmpty, type Selection } from './fillRings.ts';
import type { Rollout, RolloutKind } from './kinds.ts';
import { refuseSecond } from './onlyOne.ts';
import { rolloutThing } from './recorded.ts';

/** What a rollout within an organisation gives. */
export type GivenSubject = Pick<Rollout, 'kind' | 'programId' | 'menuId' | 'revision' | 'formerRevision'> & {
  name: string;
  /** As JSON. */
  setting: string | null;
};

/** The machines that a member sees, in the order of their names, with what a kind decides by. */
export async function visibleCandidates<Facts extends object>(
  trx: Trx,
  member: Member,
  {
    columns,
    joins = sql``,
    condition,
  }: { columns: RawBuilder<unknown>; joins?: RawBuilder<unknown>; condition: RawBuilder<boolean> },
): Promise<(Candidate & Facts)[]> {
  const { rows } = await sql<Candidate & Facts>`select machines.id, machines."organisationId", machines.name,
      '' as society, machines.model, machines."structureId", ${columns}
    from machines ${joins}
    where ${visibleMachines(member)} and ${condition}
    order by machines.name collate natural_order, machines.id`.execute(trx);
  return rows;
}

/** Starts a rollout within an organisation: the rings are filled now, and the first one opens. Returns its id. */
export async function startGiven(
  context: CallContext,
  kind: RolloutKind,
  subject: GivenSubject,
  { rings, ...rules }: RingsAndRules,
  selection: Selection,
): Promise<string> {
  const { trx, caller: member } = context;
  await refuseSecond(trx, isAbout(subject, member.organisationId));
  refuseEmpty(selection.rings.map(({ length }) => length));
  const id = newId();
  const { organisationId } = member;
  // In a control session the change is that of the person behind it (MAC-07).
  const { userId, fullName } = member.master ?? member;
  await trx
    .insertInto('rollouts')
    .values({
      id,
      organisationId,
      updateId: null,
      ...subject,
      ...rules,
      allowOlder: true,
      thenGeneral: true,
      state: 'running',
      reason: null,
      askedById: userId,
      askedBy: fullName,
      createdAt: context.now(),
      createdBy: fullName,
    })
    .execute();
  for (const [position, machines] of selection.rings.entries())
    await insertRing(trx, { id, organisationId, position }, rings[position], machines);
  await record(trx, member, { type: 'start', origin: rolloutThing({ id, name: subject.name }) });
  await advanceWithin(context, trx, kind, id);
  context.log.info({ event: 'rollout started', account: userId, rollout: id, kind: subject.kind }, 'security');
  return id;
}

/** The rollouts of the same program, menu or parameter, as a condition on `rollouts`. */
export function isAbout(
  { programId, menuId, setting }: Pick<GivenSubject, 'programId' | 'menuId' | 'setting'>,
  organisationId: string,
): RawBuilder<boolean> {
  if (programId !== null) return sql<boolean>`"programId" = ${programId}`;
  if (menuId !== null) return sql<boolean>`"menuId" = ${menuId}`;
  return sql<boolean>`"organisationId" = ${organisationId} and setting ->> 'param' = ${setting}::jsonb ->> 'param'`;
}

async function insertRing(
  trx: Trx,
  { id, organisationId, position }: { id: string; organisationId: string; position: number },
  ring: RingInput | undefined,
  machines: readonly Candidate[],
): Promise<void> {
  await sql`insert into "rolloutMachines" ("organisationId", "rolloutId", "machineId", ring)
    select ${organisationId}, ${id}, "machineId", ${position}
    from unnest(${machines.map((machine) => machine.id)}::uuid[]) as "machineId"
    ${returningOne}`.execute(trx);
  await trx
    .insertInto('rolloutRings')
    .values({
      rolloutId: id,
      organisationId,
      position,
      name: ring?.name ?? '',
      chosen: JSON.stringify(ring),
      size: machines.length,
      openedAt: null,
      counts: null,
    })
    .execute();
}
