import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

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
  const folder = join(config.dataDir, 'mailbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    where: folder,
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true });
      // Named by the mail: sending it again replaces it.
      const file = join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.part`, message as Buffer);
      await rename(`${file}.part`, file);
    },
  };
}
