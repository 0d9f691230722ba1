import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { newId } from '../../kit/ids.ts';

/** A mail for one person, as it will be sent. */
interface Mail {
  /** Null for what concerns an account, apart from its organisation. */
  organisationId: string | null;
  /** Says what for and to whom: the same is written once, however often it is asked for. */
  reason: string;
  to: { email: string; fullName: string };
  content: { subject: string; text: string; html: string };
  /** What stands in it for the time of sending alone; kept encrypted. */
  secret?: string | undefined;
}

/** PRO-06: stores a mail with what it tells of, in one transaction, and has it sent. Every mail is written here. */
export async function writeMail(
  house: House,
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
      secret: secret === undefined ? null : house.keys.encrypt(secret),
      createdAt: house.now(),
      sentAt: null,
    })
    .onConflict((oc) => oc.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mail) await house.jobs.announce(trx, 'mail.written', { organisationId, mailId: mail.id });
}
