import type { Trx } from '../../db/database.ts';
import { newId } from '../../kit/ids.ts';
import type { Services } from '../../kit/services.ts';

/** A mail for one person. */
interface Mail {
  /** Null for a mail about an account. */
  organisationId: string | null;
  /** Names the cause and the person: a mail with the same reason is written once. */
  reason: string;
  to: { email: string; fullName: string };
  content: { subject: string; text: string; html: string };
  /** A token that the mail contains; stored encrypted, and deleted after sending. */
  secret?: string | undefined;
}

/** PRO-06: stores a mail in the transaction of its cause, and has it sent. Every mail is written by this function. */
export async function writeMail(
  services: Services,
  trx: Trx,
  { organisationId, reason, to, content, secret }: Mail,
): Promise<void> {
  const mail = await trx
    .insertInto('mails')
    .values({
      id: newId(),
      organisationId,
      reason,
      toAddress: to.email,
      toName: to.fullName,
      ...content,
      secret: secret === undefined ? null : services.keys.encrypt(secret),
      createdAt: services.now(),
      sentAt: null,
    })
    .onConflict((oc) => oc.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mail) await services.jobs.announce(trx, 'mail.written', { organisationId, mailId: mail.id });
}
