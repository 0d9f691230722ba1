import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { gateScope, organisationScope, type Scope } from '../../db/database.ts';
import { isAway, isFull } from '../../db/failures.ts';
import { lookUpToken } from '../../identity/index.ts';
import type { Services } from '../../kit/services.ts';
import { secretPlace } from '../mails/accountTemplates.ts';
import type { Mailer } from './mailer.ts';

/** Longer than a mail server may take (see mailer.ts): meanwhile no other worker sends this mail. */
const leaseMilliseconds = 15 * minuteMilliseconds;

interface Written {
  id: string;
  toAddress: string;
  toName: string;
  subject: string;
  text: string;
  html: string;
  secret: string | null;
}

/**
 * Sends a mail once, however often the job runs: the first worker reserves it for a quarter of an hour. A 5xx of the
 * mail server is final; a mail whose link has expired is not sent. Throws when it has to be tried again.
 */
export async function sendMail(
  services: Services,
  mailer: Mailer,
  organisationId: string | null,
  mailId: string,
): Promise<void> {
  const scope = organisationId === null ? gateScope : organisationScope(organisationId);
  const mail = await claim(services, scope, mailId);
  if (!mail) return;
  const secret = mail.secret === null ? null : services.keys.decrypt(mail.secret);
  if (secret !== null && !(await services.db.as(gateScope, (trx) => lookUpToken(services, trx, secret))))
    return giveUp(services, scope, mailId, 'its link is over');
  try {
    await mailer.send(withSecret(mail, secret));
  } catch (error) {
    const refusal = finalRefusal(error);
    if (refusal === null) {
      await services.db.as(scope, (trx) =>
        trx.updateTable('mails').set({ sendingUntil: null }).where('id', '=', mailId).execute(),
      );
      throw error;
    }
    services.log.warn({ event: 'mail refused', mail: mailId, refusal }, 'the mail server refused a mail for good');
    return giveUp(services, scope, mailId, refusal);
  }
  await writeDown(services, () =>
    services.db.as(scope, (trx) =>
      trx
        .updateTable('mails')
        .set({ sentAt: services.now(), secret: null, sendingUntil: null })
        .where('id', '=', mailId)
        .execute(),
    ),
  );
}

/**
 * The mail server has accepted the mail: if the database is not available, storing this is repeated, so that the mail
 * is not sent again.
 */
async function writeDown(services: Services, write: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + leaseMilliseconds / 2; ; ) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isAway(error) && !isFull(error)) throw error;
      if (Date.now() > until) throw error;
      services.log.warn({ event: 'mail sent, not written down yet' }, 'the database is away');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Reserves the mail; null when it has been sent or given up. Throws while another worker is sending it. */
async function claim(services: Services, scope: Scope, mailId: string): Promise<Written | null> {
  const now = services.now();
  return services.db.as(scope, async (trx) => {
    const mail = await trx
      .selectFrom('mails')
      .select(['id', 'toAddress', 'toName', 'subject', 'text', 'html', 'secret', 'sendingUntil'])
      .where('id', '=', mailId)
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) return null;
    if (mail.sendingUntil && mail.sendingUntil > now) throw new Error('this mail is being sent');
    await trx
      .updateTable('mails')
      .set({ sendingUntil: new Date(now.getTime() + leaseMilliseconds) })
      .where('id', '=', mailId)
      .execute();
    return mail;
  });
}

async function giveUp(services: Services, scope: Scope, mailId: string, failure: string): Promise<void> {
  const failed = { failedAt: services.now(), failure: failure.slice(0, 500), secret: null, sendingUntil: null };
  await services.db.as(scope, (trx) => trx.updateTable('mails').set(failed).where('id', '=', mailId).execute());
}

/**
 * RFC 5321, 4.2.1: a 5yz reply to the envelope or the message is final; one to the greeting or the sign-in is caused by
 * the settings, and the mail is tried again.
 */
function finalRefusal(error: unknown): string | null {
  const { responseCode = 0, code, message } = error as Error & { responseCode?: number; code?: string };
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE') ? message : null;
}

/** Only the sent mail contains the link; the table does not. */
function withSecret(mail: Written, secret: string | null): Written {
  if (secret === null) return mail;
  return { ...mail, text: mail.text.replaceAll(secretPlace, secret), html: mail.html.replaceAll(secretPlace, secret) };
}
