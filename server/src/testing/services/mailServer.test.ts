import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { openMailServer } from './mailServer.ts';

it('the tests’ mail server keeps the header of a mail as it arrived, and no mail whose connection broke', async () => {
  const mails = await openMailServer();
  const { port } = new URL(mails.url);
  const broken = connect(Number(port), '127.0.0.1');
  for (const line of ['EHLO here', 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA', 'Subject: half of']) {
    await once(broken, 'data');
    broken.write(`${line}\r\n`);
  }
  broken.destroy();
  const transport = createTransport(mails.url);
  const subject = 'Le four « Été » est de nouveau là : à vérifier';
  await transport.sendMail({
    from: 'a@b.test',
    to: 'c@d.test',
    subject,
    messageId: '<one@fournil>',
    text: `${'so long a line '.repeat(9)}= été`,
  });
  transport.close();
  await mails.close();
  expect(mails.accepted.map(({ text }) => /^message-id:\s*(\S+)/im.exec(text)?.[1])).toEqual(['<one@fournil>']);
  expect(mails.accepted[0]?.text).toContain(`${'so long a line '.repeat(9)}= été`);
});
