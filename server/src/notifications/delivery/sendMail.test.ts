import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { type MailServer, openMailServer } from '../../testing/services/mailServer.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { openMailer } from './mailer.ts';
import { sendMail } from './sendMail.ts';

let smtp: MailServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await openMailServer();
  server = await openTestServer({ SMTP_URL: smtp.url, LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

interface Row {
  id: string;
  sentAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  secret: string | null;
}
const rowOf = async (address: string) =>
  (
    await server.ownerQuery<Row>(`select id, "sentAt", "failedAt", failure, secret from mails where "toAddress" = $1`, [
      address,
    ])
  )[0];

/** Stored without its job, so that only the test sends it. */
async function written(address = `${randomUUID()}@mail.test`): Promise<{ id: string; address: string }> {
  const id = randomUUID();
  await server.ownerQuery(
    `insert into mails (id, reason, "toAddress", "toName", subject, text, html)
      values ($1::uuid, $1::text, $2, 'A', 's', 't', 'h')`,
    [id, address],
  );
  return { id, address };
}

describe('SEC-07 a mail', () => {
  it('is sent once, however long the mail server takes and however often its job runs', async () => {
    const { id, address } = await written();
    const mailer = openMailer(server.services.config);
    smtp.hold(true);
    const first = sendMail(server.services, mailer, null, id);
    await eventually(() => smtp.held() === 1);
    // The job has timed out and runs again: while the first attempt runs, and on another server.
    for (let run = 0; run < 3; run += 1)
      await expect(sendMail(server.services, mailer, null, id)).rejects.toThrow('is being sent');
    expect(smtp.held()).toBe(1);
    smtp.hold(false);
    await first;
    await sendMail(server.services, mailer, null, id);
    expect(smtp.accepted.filter(({ to }) => to === address)).toHaveLength(1);
    expect((await rowOf(address))?.sentAt).not.toBeNull();
  });

  it.each([
    ['Fournil <ovens@bakery.test>', 'bakery.test'],
    ['ovens@mail.bakery.test', 'mail.bakery.test'],
    ['ovens@localhost', 'localhost.invalid'],
  ])('from %s has a Message-ID in the domain %s', async (mailFrom, domain) => {
    const { id, address } = await written();
    await sendMail(server.services, openMailer({ ...server.services.config, mailFrom }), null, id);
    const text = smtp.accepted.find(({ to }) => to === address)?.text;
    expect(/^message-id:\s*<([^>]+)>/im.exec(text ?? '')?.[1]).toBe(`${id}@${domain}`);
  });

  it('that is slow does not delay the others', async () => {
    smtp.hold(true);
    const nobody = apiAs(server, null);
    const people = [
      await aPerson(server, 'clientAdmin', await anOrganisation(server)),
      await aPerson(server, 'clientAdmin', await anOrganisation(server)),
    ];
    (await nobody.post('/reset', { email: people[0]?.email })).expect(202);
    await eventually(() => smtp.held() === 1);
    (await nobody.post('/reset', { email: people[1]?.email })).expect(202);
    await eventually(() => smtp.held() === 2);
    smtp.hold(false);
    await eventually(() => people.every(({ email }) => smtp.accepted.some(({ to }) => to === email)));
  });

  it('whose sending was interrupted is sent again after a quarter of an hour', async () => {
    const { id, address } = await written();
    await server.ownerQuery(`update mails set "sendingUntil" = now() + interval '14 minutes' where id = $1`, [id]);
    const mailer = openMailer(server.services.config);
    await expect(sendMail(server.services, mailer, null, id)).rejects.toThrow('is being sent');
    await server.ownerQuery(`update mails set "sendingUntil" = now() - interval '1 second' where id = $1`, [id]);
    await sendMail(server.services, mailer, null, id);
    expect(smtp.accepted.filter(({ to }) => to === address)).toHaveLength(1);
  });
});

describe('SEC-07 a mail that cannot be delivered', () => {
  it('because of status 550 is final, and logged once', async () => {
    const { id, address } = await written('gone@refused.test');
    await sendMail(server.services, openMailer(server.services.config), null, id);
    expect(await rowOf(address)).toMatchObject({
      sentAt: null,
      failedAt: expect.any(Date),
      failure: expect.stringContaining('550'),
    });
    expect(server.logged.filter(({ mail }) => mail === id)).toHaveLength(1);
    await sendMail(server.services, openMailer(server.services.config), null, id);
    expect(server.logged.filter(({ mail }) => mail === id)).toHaveLength(1);
  });

  it('because its link has expired or was replaced is not sent, and its secret is deleted', async () => {
    const person = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    smtp.away(true);
    (await apiAs(server, null).post('/reset', { email: person.email })).expect(202);
    await eventually(() => smtp.turnedAway() > 0);
    const row = await eventually(() => rowOf(person.email));
    await server.ownerQuery(`delete from "accountTokens" where "userId" = $1`, [person.userId]);
    smtp.away(false);
    await eventually(async () => (await rowOf(person.email))?.failedAt ?? null);
    expect(await rowOf(person.email)).toMatchObject({
      id: row.id,
      sentAt: null,
      failure: 'its link is over',
      secret: null,
    });
    expect(smtp.accepted.filter(({ to }) => to === person.email)).toEqual([]);
  });
});
