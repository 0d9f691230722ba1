import { fullNameOf } from '@fournil/contract/kit/person';
import { organisationScope, type Trx } from '../db/database.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { subscribeToAccounts } from './accountSubscribers.ts';
import type { Mailer } from './delivery/mailer.ts';
import { sendMail } from './delivery/sendMail.ts';
import { forgetMails } from './forgetMails.ts';
import { contestedMail } from './mails/contestedMail.ts';
import { controlMail } from './mails/controlMail.ts';
import { faultMail, type MailedFault } from './mails/faultMail.ts';
import { writeMail } from './mails/writeMail.ts';
import { writeOutageMails } from './outages.ts';
import { administratorsOf, type Recipient, recipientsOfFault } from './recipients.ts';
import { writeAskedMails, writeRolloutMails } from './rollouts.ts';

/** PRO-06: who gets which mail. A worker may run twice; a mail's reason is unique, so no mail is sent twice. */
export async function subscribe(services: Services, mailer: Mailer): Promise<void> {
  await services.jobs.on('machine.failed', (event) => writeFaultMails(services, event));
  await services.jobs.on('outage.changed', (event) => writeOutageMails(services, event));
  await services.jobs.on('rollout.changed', (event) => writeRolloutMails(services, event));
  await services.jobs.on('rollout.asked', (event) => writeAskedMails(services, event));
  await services.jobs.on('machine.contested', (event) => writeContestedMails(services, event));
  await services.jobs.on('person.controlled', (event) => writeControlMail(services, event));
  await services.jobs.on('person.forgotten', (event) => forgetMails(services, event));
  await subscribeToAccounts(services);
  await services.jobs.on('mail.written', ({ organisationId, mailId }) =>
    sendMail(services, mailer, organisationId, mailId),
  );
}

async function writeFaultMails(services: Services, event: Catalogue['machine.failed']): Promise<void> {
  const { organisationId, machineId, code, dateStart, ended } = event;
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const machine = await trx
      .selectFrom('machines')
      .leftJoin('structures', 'structures.id', 'machines.structureId')
      .select([
        'machines.id',
        'machines.name',
        'machines.timezone',
        'machines.active',
        'structures.name as structureName',
      ])
      .where('machines.id', '=', machineId)
      .executeTakeFirst();
    const error = await trx
      .selectFrom('machineErrors')
      .select(['dateStart', 'dateEnd'])
      .where('machineId', '=', machineId)
      .where('code', '=', code)
      .where('dateStart', '=', new Date(dateStart))
      .executeTakeFirst();
    if (!machine?.active || !error) return;
    const fault = { machine, code, dateStart: error.dateStart, dateEnd: ended ? error.dateEnd : null };
    for (const reader of await recipientsOfFault(services, trx, organisationId, machineId))
      await writeFaultMail(services, trx, event, reader, fault);
  });
}

async function writeFaultMail(
  services: Services,
  trx: Trx,
  event: Catalogue['machine.failed'],
  reader: Recipient,
  fault: MailedFault,
): Promise<void> {
  const { organisationId, machineId, code, dateStart, ended } = event;
  const reason = (what: 'began' | 'ended') => `problem ${machineId} ${code} ${dateStart} ${what} ${reader.userId}`;
  // Without a mail about the beginning there is none about the end.
  if (ended && !(await trx.selectFrom('mails').select('id').where('reason', '=', reason('began')).executeTakeFirst()))
    return;
  await writeMail(services, trx, {
    organisationId,
    reason: reason(ended ? 'ended' : 'began'),
    to: reader,
    content: faultMail(fault, reader, services.config.publicUrl),
  });
}

/** SEC-03: to all client admins of the organisation; once for each event. */
async function writeContestedMails(
  services: Services,
  { organisationId, machineId, how, at }: Catalogue['machine.contested'],
): Promise<void> {
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const machine = await trx
      .selectFrom('machines')
      .select(['id', 'name', 'timezone'])
      .where('id', '=', machineId)
      .executeTakeFirst();
    if (!machine) return;
    for (const reader of await administratorsOf(services, trx, organisationId))
      await writeMail(services, trx, {
        organisationId,
        reason: `contested ${machineId} ${how} ${at} ${reader.userId}`,
        to: reader,
        content: contestedMail(how, new Date(at), machine, reader, services.config.publicUrl),
      });
  });
}

/** IMP-05: the person gets one mail that names who signed in as them. */
async function writeControlMail(
  services: Services,
  { organisationId, userId, sessionId, by }: Catalogue['person.controlled'],
): Promise<void> {
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const reader = await trx
      .selectFrom('users')
      .select(['email', 'firstName', 'lastName', 'countryCode as language', 'timezone'])
      .select('displayDatePreference as dateDisplay')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!reader) return;
    await writeMail(services, trx, {
      organisationId,
      reason: `controlled ${sessionId}`,
      to: { email: reader.email, fullName: fullNameOf(reader) },
      content: controlMail(by, services.now(), reader, services.config.publicUrl),
    });
  });
}
