import type { Trx } from '../db/database.ts';
import { organisationScope } from '../db/database.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { outageMail } from './mails/outageMail.ts';
import { writeMail } from './mails/writeMail.ts';
import { type ReaderOfProblem, readersOfProblem } from './recipients.ts';

interface Outage {
  id: string;
  organisationId: string;
  structure: { id: string; name: string } | null;
  machines: { id: string; name: string; timezone: string | null }[];
  beganAt: Date;
  endedAt: Date | null;
}

/**
 * SCL-01: one mail about an outage to each person who asks for mails about faults, about the machines that they see;
 * and one when it has ended. One that has ended before the job runs is not mailed.
 */
export async function writeOutageMails(services: Services, event: Catalogue['outage.changed']): Promise<void> {
  await services.db.as(organisationScope(event.organisationId), async (trx) => {
    const outage = await findOutage(trx, event.organisationId, event.outageId);
    if (!outage || (outage.endedAt !== null) !== event.ended) return;
    const readers = await readersOfProblem(services, trx, event.organisationId, {
      machineIds: outage.machines.map(({ id }) => id),
      structureIds: outage.structure ? [outage.structure.id] : [],
    });
    for (const reader of readers) await writeOutageMail(services, trx, outage, reader);
  });
}

async function writeOutageMail(
  services: Services,
  trx: Trx,
  outage: Outage,
  { reader, machineIds, structureIds }: ReaderOfProblem,
): Promise<void> {
  const { id, organisationId, structure, machines, ...times } = outage;
  const reason = (what: 'began' | 'ended') => `outage ${id} ${what} ${reader.userId}`;
  // Without a mail about the beginning there is none about the end.
  if (times.endedAt && !(await isWritten(trx, reason('began')))) return;
  const seen = {
    ...times,
    structure: structure && structureIds.has(structure.id) ? structure : null,
    machines: machines.filter((machine) => machineIds.has(machine.id)),
  };
  await writeMail(services, trx, {
    organisationId,
    reason: reason(times.endedAt ? 'ended' : 'began'),
    to: reader,
    content: outageMail(seen, reader, services.config.publicUrl),
  });
}

async function findOutage(trx: Trx, organisationId: string, id: string): Promise<Outage | null> {
  const outage = await trx
    .selectFrom('outages')
    .leftJoin('structures', 'structures.id', 'outages.structureId')
    .select(['outages.beganAt', 'outages.endedAt', 'structures.id as structureId', 'structures.name as structureName'])
    .where('outages.organisationId', '=', organisationId)
    .where('outages.id', '=', id)
    .executeTakeFirst();
  if (!outage) return null;
  const { beganAt, endedAt, structureId, structureName } = outage;
  const structure = structureId && structureName ? { id: structureId, name: structureName } : null;
  return { id, organisationId, structure, machines: await machinesOf(trx, organisationId, id), beganAt, endedAt };
}

function machinesOf(trx: Trx, organisationId: string, outageId: string) {
  return trx
    .selectFrom('outageMachines as lost')
    .innerJoin('machines', 'machines.id', 'lost.machineId')
    .select(['machines.id', 'machines.name', 'machines.timezone'])
    .where('lost.organisationId', '=', organisationId)
    .where('lost.outageId', '=', outageId)
    .where('machines.active', '=', true)
    .orderBy('machines.name')
    .orderBy('machines.id')
    .execute();
}

async function isWritten(trx: Trx, reason: string): Promise<boolean> {
  const mail = await trx.selectFrom('mails').select('id').where('reason', '=', reason).executeTakeFirst();
  return mail !== undefined;
}
