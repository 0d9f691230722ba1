import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../operator/commands.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { eventually } from '../testing/oven.ts';
import { testMasterKey } from '../testing/process.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { retentions } from './retention.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

interface Case {
  rule: string;
  /** Creates a row of this age; returns its key in the table. */
  make: (days: number) => Promise<string>;
  isThere: (key: string) => Promise<boolean>;
  days: number;
}
const exists = (table: string, column: string) => async (key: string) =>
  (await server.ownerQuery(`select 1 from "${table}" where ${column} = $1`, [key])).length > 0;
const inserted = async (key: string, text: string, ...values: unknown[]) => {
  await server.ownerQuery(text, values);
  return key;
};
const key = () => randomUUID();

const cases: Case[] = [
  {
    rule: 'counted tries',
    days: 7,
    make: (days) =>
      ((one) => inserted(one, `insert into attempts (key, failures, "updatedAt") values ($1, 3, $2)`, one, ago(days)))(
        key(),
      ),
    isThere: exists('attempts', 'key'),
  },
  {
    rule: 'sessions',
    days: 90,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into sessions (id, "userId", "expiresAt") values ($1, $2, $3)`,
          one,
          admin.userId,
          ago(days),
        ))(key()),
    isThere: exists('sessions', 'id::text'),
  },
  {
    rule: 'API tokens that are over',
    days: 90,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into "apiTokens" (id, "organisationId", name, hash, ending, rights, "structureIds", "endsAt", "revokedAt")
            values ($1::uuid, $2, 'n', $1::text, 'abcd', '{}', '{}', now() + interval '1 day', $3)`,
          one,
          admin.organisationId,
          ago(days),
        ))(key()),
    isThere: exists('apiTokens', 'id::text'),
  },
  {
    rule: 'links of mails',
    days: 7,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into "accountTokens" (hash, "userId", kind, "expiresAt") values ($1, $2, 'reset', $3)`,
          one,
          admin.userId,
          ago(days),
        ))(key()),
    isThere: exists('accountTokens', 'hash'),
  },
  {
    rule: 'challenges of passkeys',
    days: 1,
    make: (days) =>
      ((one) =>
        inserted(one, `insert into "passkeyChallenges" (challenge, "expiresAt") values ($1, $2)`, one, ago(days)))(
        key(),
      ),
    isThere: exists('passkeyChallenges', 'challenge'),
  },
  {
    rule: 'bulk actions',
    days: 7,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into "bulkRuns" (id, "organisationId", "userId", verb, args, ids, state, "createdAt")
            values ($1, $2, $3, 'machines.activate', '{}', '{}', 'done', $4)`,
          one,
          admin.organisationId,
          admin.userId,
          ago(days),
        ))(key()),
    isThere: exists('bulkRuns', 'id::text'),
  },
  {
    rule: 'messages of webhooks',
    days: 14,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `with webhook as (insert into webhooks ("organisationId", id, url, events, "structureIds", secret)
              values ($2, gen_random_uuid(), 'https://receiver.invalid/', '{}', '{}', '') returning id)
            insert into "webhookDeliveries" ("organisationId", id, "webhookId", "messageId", type, payload, "createdAt")
            select $2, $1::uuid, id, gen_random_uuid(), 'webhook.test', '{}', $3 from webhook`,
          one,
          admin.organisationId,
          ago(days),
        ))(key()),
    isThere: exists('webhookDeliveries', 'id::text'),
  },
  {
    rule: 'mails of organisations',
    days: 90,
    make: (days) => mail(days, admin.organisationId),
    isThere: exists('mails', 'reason'),
  },
  { rule: 'mails about accounts', days: 90, make: (days) => mail(days, null), isThere: exists('mails', 'reason') },
  {
    rule: 'PINs that were tried',
    days: 1,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into "pairingTries" (source, serial, pin, at) values ($1, 's', 'p', $2)`,
          one,
          ago(days),
        ))(key()),
    isThere: exists('pairingTries', 'source'),
  },
  {
    rule: 'refused messages of machines',
    days: 30,
    make: (days) =>
      ((one) =>
        inserted(one, `insert into "refusedMessages" (topic, reason, "lastAt") values ($1, 'r', $2)`, one, ago(days)))(
        key(),
      ),
    isThere: exists('refusedMessages', 'topic'),
  },
  {
    rule: 'keys of calls (Idempotency-Key)',
    days: 1,
    make: (days) =>
      ((one) =>
        inserted(
          one,
          `insert into "idempotencyKeys" (who, key, fingerprint, "createdAt") values ('w', $1, 'f', $2)`,
          one,
          ago(days),
        ))(key()),
    isThere: exists('idempotencyKeys', 'key'),
  },
];

function mail(days: number, organisationId: string | null): Promise<string> {
  const reason = key();
  return inserted(
    reason,
    `insert into mails (id, "organisationId", reason, "toAddress", "toName", subject, text, html, "sentAt")
      values (gen_random_uuid(), $1, $2, 'a@b.test', 'A', 's', 't', 'h', $3)`,
    organisationId,
    reason,
    ago(days),
  );
}

const ruleOf = (name: string) => {
  const rule = retentions.find((one) => one.name === name);
  if (!rule) throw new Error(`no rule ${name}`);
  return rule;
};

/** An account created a month ago and never activated. */
const unused = async (organisationId: string, kind: 'clientAdmin' | 'user') => {
  const person = await aPerson(server, kind, organisationId);
  await server.ownerQuery('delete from sessions where "userId" = $1', [person.userId]);
  await server.ownerQuery(`update users set "emailVerified" = false, "createdAt" = $2 where id = $1`, [
    person.userId,
    ago(31),
  ]);
  return person;
};

describe('SEC-09 the retention rules delete old data:', () => {
  it.each(cases)('$rule', async ({ rule: name, make, isThere, days }) => {
    const [old, young] = [await make(days + 1), await make(days - 0.5)];
    const rule = ruleOf(name);
    const due = await rule.due(server.services);
    expect(due).toBeGreaterThan(0);
    expect(await rule.remove(server.services)).toBe(due);
    expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
    expect(await rule.due(server.services)).toBe(0);
  });

  it('the data for undoing bulk actions is deleted, and the actions are kept', async () => {
    const run = await (cases.find(({ rule }) => rule === 'bulk actions') as Case).make(2);
    const machine = (await aMachine(admin)).id;
    await server.ownerQuery(
      `insert into "bulkItems" ("runId", "itemId", "organisationId", outcome, name, undo)
        values ($1, $2, $3, 'changed', 'n', '{"verb":"machines.activate","args":{}}')`,
      [run, machine, admin.organisationId],
    );
    expect(await ruleOf('data for undoing bulk actions').remove(server.services)).toBe(1);
    expect(await server.ownerQuery('select undo from "bulkItems" where "runId" = $1', [run])).toEqual([{ undo: null }]);
  });

  it('accounts that were never activated are deleted, with their organisation if nobody else is in it', async () => {
    const alone = await anOrganisation(server);
    const lonely = await unused(alone, 'clientAdmin');
    const invited = await unused(admin.organisationId ?? '', 'user');
    const reminded = await unused(admin.organisationId ?? '', 'user');
    await server.ownerQuery(
      `insert into "accountTokens" (hash, "userId", kind, "expiresAt") values ($1, $2, 'activation', now())`,
      [key(), reminded.userId],
    );
    const moved = await aPerson(server, 'user', admin.organisationId);
    // An administrator changed its address, which is not confirmed yet.
    await server.ownerQuery(`update users set "emailVerified" = false, version = 2, "createdAt" = $2 where id = $1`, [
      moved.userId,
      ago(400),
    ]);
    expect(await ruleOf('accounts never activated').remove(server.services)).toBe(2);
    const isThere = exists('users', 'id::text');
    expect(await Promise.all([lonely, invited, reminded, moved, admin].map(({ userId }) => isThere(userId)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    await eventually(async () => !(await exists('organisations', 'id::text')(alone)));
  });

  it('an account that is activated or sent a new link at the moment of the deletion is kept, with its organisation', async () => {
    const rule = ruleOf('accounts never activated');
    const organisations = [await anOrganisation(server), await anOrganisation(server)];
    const [activating, reminded] = await Promise.all(organisations.map((one) => unused(one, 'clientAdmin')));
    expect(await rule.due(server.services)).toBe(2);
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('update users set "emailVerified" = true where id = $1', [activating?.userId]);
    await other.query(
      `insert into "accountTokens" (hash, "userId", kind, "expiresAt") values ($1, $2, 'activation', now())`,
      [key(), reminded?.userId],
    );
    // The locked rows are skipped without waiting.
    expect(await rule.remove(server.services)).toBe(0);
    await other.query('commit');
    await other.end();
    expect(await rule.remove(server.services)).toBe(0);
    const isThere = exists('users', 'id::text');
    expect(await Promise.all([activating, reminded].map((person) => isThere(person?.userId ?? '')))).toEqual([
      true,
      true,
    ]);
    expect(
      await server.ownerQuery('select 1 from organisations where id = any($1) and "deletedAt" is not null', [
        organisations,
      ]),
    ).toEqual([]);
  });

  it('the only account of an organisation is kept while the organisation has a machine', async () => {
    const rule = ruleOf('accounts never activated');
    const organisation = await anOrganisation(server);
    const lonely = await unused(organisation, 'clientAdmin');
    const machine = randomUUID();
    await server.ownerQuery(
      `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
        values ($1::uuid, $2, 'Oven', $1::uuid::text, '', 'deck')`,
      [machine, organisation],
    );
    expect([await rule.due(server.services), await rule.remove(server.services)]).toEqual([0, 0]);
    await server.ownerQuery('delete from machines where id = $1::uuid', [machine]);
    expect(await rule.remove(server.services)).toBe(1);
    expect(await exists('users', 'id::text')(lonely.userId)).toBe(false);
  });

  it('the operator’s command lists each rule with what it would delete, and the documents name each', async () => {
    const settings = {
      DATABASE_URL: server.databaseUrl,
      SECRETS_KEY: testMasterKey,
      DATA_DIR: server.services.config.dataDir,
      LOG_LEVEL: 'silent',
    };
    const said: string[] = [];
    await (cases[0] as Case).make(30);
    expect(await runCommand(['retention'], settings, (line) => said.push(line))).toBe(0);
    expect(said).toHaveLength(retentions.length);
    expect(said).toContain('counted tries: kept 7 days after the last; 1 due');
    expect(await runCommand(['retention', 'now'], settings, (line) => said.push(line))).toBe(0);
    expect(said).toContain('counted tries: kept 7 days after the last; 1 deleted');
    await expect(runCommand(['retention', 'later'], settings, () => undefined)).rejects.toThrow(
      'It is called like this',
    );
    const documented = readFileSync('docs/operating.md', 'utf8');
    for (const { name, keptFor } of retentions) expect(documented).toContain(`| ${name} | ${keptFor} |`);
  });
});
