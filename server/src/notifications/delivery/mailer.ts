import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { createTransport } from 'nodemailer';
import { type Config, StartRefused } from '../../base/config.ts';
import { inert } from '../mails/inert.ts';
import { keepMail, mailboxFolder } from './mailbox.ts';

export interface Mail {
  id: string;
  toAddress: string;
  toName: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server (or the mailbox folder) has it. */
  send(mail: Mail): Promise<void>;
  /** Stops the start when the settings cannot work; a mail server that is only away is waited for. */
  check(): Promise<void>;
  /** The destination of mails, as the start prints it. */
  where: string;
}

/** Errors that do not end by themselves. */
const causes: Record<string, string> = {
  EAUTH: 'does not take this name and password',
  EDNS: 'is not known',
  ENOTFOUND: 'is not known',
};

/** RFC 5321, 4.5.3.2.6: a mail server may take ten minutes for its final answer. */
const slowMilliseconds = 10 * minuteMilliseconds;

/** Filters of spam count a Message-ID whose domain has no dot against a mail; RFC 2606 reserves `.invalid`. */
function senderDomain(from: string): string {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'fournil';
  return domain.includes('.') ? domain : `${domain}.invalid`;
}

/** The SMTP server of the settings; without one, a folder of `.eml` files that any mail program opens. */
export function openMailer(config: Config): Mailer {
  const messageOf = (mail: Mail) => ({
    from: config.mailFrom,
    // An object, so that a line break in a name cannot become a header.
    to: { name: inert(mail.toName), address: mail.toAddress },
    messageId: `<${mail.id}@${senderDomain(config.mailFrom)}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
  });
  if (config.smtpUrl) {
    const transport = createTransport({
      url: config.smtpUrl,
      dnsTimeout: 10_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: slowMilliseconds,
    });
    const where = new URL(config.smtpUrl).host;
    return {
      where,
      check: async () => {
        await transport.verify().catch((error: Error & { code?: string }) => {
          const cause = causes[error.code ?? ''];
          // EDNS also says that the name server is away.
          if (cause && !error.message.includes('EAI_AGAIN'))
            throw new StartRefused(`The setting SMTP_URL is wrong: ${where} ${cause}.`);
        });
      },
      send: async (mail) => void (await transport.sendMail(messageOf(mail))),
    };
  }
  const folder = mailboxFolder(config);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    check: async () => undefined,
    where: config.showsMails ? `${config.publicUrl}/#/mailbox` : folder,
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail));
      const { id, toName, toAddress, subject, text } = mail;
      await keepMail(folder, message as Buffer, { id, at: new Date().toISOString(), toName, toAddress, subject, text });
    },
  };
}
