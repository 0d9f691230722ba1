import type { Requests } from '@fournil/contract/machine-link/fromMachines';
import { desired, programs } from '@fournil/contract/machine-link/fromServer';
import { linkLimits, topic } from '@fournil/contract/machine-link/topics';
import { sql } from 'kysely';
import { givesWay } from '../../db/changesAtOvens.ts';
import { linkScope, type Trx } from '../../db/database.ts';
import { organisationsOfMachines } from '../../db/organisations.ts';
import { isInFleet, wantedRevision } from '../../db/predicates.ts';
import type { Services } from '../../kit/services.ts';
import type { Broker } from '../broker/broker.ts';
import type { LinkedMachine } from '../linkedMachine.ts';

/**
 * MNU-02: somebody has changed the program at the oven, and nobody has decided that the change gives way. The oven is
 * asked for the revision that was changed, because one that follows an earlier rule of the protocol would take another
 * revision in its place. A change that was adopted is what is wanted.
 */
const isHeldBack = sql<boolean>`installations."reportedState" = 'changed' and not ${givesWay}
  and installations."reportedSha256" is distinct from wanted.sha256`;

/**
 * Publishes the desired state of this machine as it is in the database now. The message is complete: a lost or repeated
 * call does no harm, because the next one contains everything. Nothing is published for a machine that may not receive
 * programs: what was retained is taken back when that begins, by an empty payload. A shared broker retains it only at a
 * birth, and for a moment: otherwise a machine would get the same state at its subscription and again after its birth.
 */
export async function publishDesired(
  services: Services,
  broker: Broker,
  machineId: string,
  { isBirth = false } = {},
): Promise<void> {
  const desiredState = await services.db.as(linkScope, async (trx) => {
    const isHere = await organisationsOfMachines(services.db, trx, [machineId]);
    const machine = await trx
      .selectFrom('machines')
      .select('desiredVersion')
      .where(isHere('organisationId'))
      .where('id', '=', machineId)
      .where(isInFleet)
      .executeTakeFirst();
    if (!machine) return null;
    const rows = await installed(trx)
      .leftJoin('programRevisions as edited', (join) =>
        join
          .onRef('edited.organisationId', '=', 'programs.organisationId')
          .onRef('edited.programId', '=', 'programs.id')
          .onRef('edited.revision', '=', 'installations.reportedRevision')
          .on(isHeldBack),
      )
      .select((eb) => [
        'programs.id',
        eb.fn.coalesce('edited.revision', 'wanted.revision').as('revision'),
        eb.fn.coalesce('edited.sha256', 'wanted.sha256').as('sha256'),
        sql<string | null>`(case when ${givesWay} then installations."reportedSha256" end)`.as('overwrites'),
      ])
      .where(isHere('installations.organisationId'))
      .where('installations.machineId', '=', machineId)
      .orderBy('installations.position')
      .execute();
    const list = rows.map(({ overwrites, ...row }) => (overwrites ? { ...row, overwrite: true, overwrites } : row));
    return desired.parse({ v: linkLimits.protocolVersion, version: machine.desiredVersion, programs: list });
  });
  // It was taken back when the machine stopped to receive programs; an empty payload now would say nothing more.
  if (!desiredState && isBirth) return;
  await broker.publish(topic(machineId, 'desired'), desiredState ? JSON.stringify(desiredState) : '', {
    retain: isBirth || !desiredState || !broker.isShared,
  });
}

/** Installations with their programs and the revision that the machine should have. */
function installed(trx: Trx) {
  return trx
    .selectFrom('installations')
    .innerJoin('programs', (join) =>
      join
        .onRef('programs.organisationId', '=', 'installations.organisationId')
        .onRef('programs.id', '=', 'installations.programId'),
    )
    .innerJoin('programRevisions as wanted', (join) =>
      join
        .onRef('wanted.organisationId', '=', 'programs.organisationId')
        .onRef('wanted.programId', '=', 'programs.id')
        .on('wanted.revision', '=', wantedRevision),
    );
}

/** Sends the bodies that a machine has requested, of programs that are installed on it, in the revision that it should have. */
export async function publishPrograms(
  services: Services,
  broker: Broker,
  machine: LinkedMachine,
  asked: Requests['programs'],
): Promise<void> {
  const ids = asked.map((one) => one.id);
  const rows = await services.db.as(linkScope, (trx) =>
    installed(trx)
      .innerJoin('machines', (join) =>
        join
          .onRef('machines.organisationId', '=', 'installations.organisationId')
          .onRef('machines.id', '=', 'installations.machineId'),
      )
      .select([
        'programs.id',
        'wanted.revision',
        'wanted.name',
        'wanted.category',
        'wanted.phaseGroups',
        'wanted.sha256',
      ])
      .where('installations.organisationId', '=', machine.organisationId)
      .where('installations.machineId', '=', machine.machineId)
      .where('machines.active', '=', true)
      .where('machines.approved', '=', true)
      .where(sql<boolean>`programs.id = any(${ids}::uuid[])`)
      .execute(),
  );
  for (const { sha256, ...body } of rows) {
    const message = programs.parse({ v: linkLimits.protocolVersion, sha256, body });
    await broker.publish(topic(machine.machineId, 'programs'), JSON.stringify(message));
  }
}
