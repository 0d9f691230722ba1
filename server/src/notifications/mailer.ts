import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
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
  /** Where mails go, for whoever started the product. */
  where: string;
}

/** The SMTP server of the settings; without one, a folder of `.eml` files that any mail program opens. */
export function openMailer(config: Config): Mailer {
  const messageOf = (mail: Mail) => ({
    from: config.mailFrom,
    // As an object: a line break in a name can then never become a header.
    to: { name: mail.toName, address: mail.toAddress },
    messageId: `<${mail.id}@fournil>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
  });
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl);
    return { where: new URL(config.smtpUrl).host, send: async (mail) => void (await transport.sendMail(messageOf(mail))) };
  }
  const folder = mailboxFolder(config);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    where: config.showsMails ? `${config.publicUrl}/#/mailbox` : folder,
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail));
      const { id, toName, toAddress, subject, text } = mail;
      await keepMail(folder, message as Buffer, { id, at: new Date().toISOString(), toName, toAddress, subject, text });
    },
  };
}
