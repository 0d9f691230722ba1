import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../base/config.ts';
import { runCommand } from '../operator/commands.ts';
import { aMachine, anOrganisation, aPerson } from '../testing/builders.ts';
import { testMasterKey } from '../testing/process.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { linkRetention } from './retention.ts';

let server: TestServer;
let machineId: string;
let organisationId: string;
beforeAll(async () => {
  server = await openTestServer({ ACTIVITIES_KEPT_DAYS: '365', READINGS_KEPT_DAYS: '31', FAULTS_KEPT_DAYS: '365' });
  organisationId = await anOrganisation(server);
  const admin = await aPerson(server, 'clientAdmin', organisationId);
  machineId = (await aMachine(admin)).id;
  for (const [table, column] of tables) {
    // A partition of an earlier month, as a database has it after some years.
    await server.ownerQuery(`alter table "${table}" detach partition "${table}_before"`);
    await server.ownerQuery(`create table "${table}_2020_01" partition of "${table}"
      for values from ('2020-01-01T00:00:00Z') to ('2020-02-01T00:00:00Z')`);
    const [next] = await server.ownerQuery<{ begins: string }>(
      `select min(begins)::text as begins from "partitionBounds"($1)
        where begins > '2020-02-01'`,
      [table],
    );
    await server.ownerQuery(`alter table "${table}" attach partition "${table}_before"
      for values from ('2020-02-01T00:00:00Z') to ('${next?.begins}')`);
    for (const at of ['2020-01-10T00:00:00Z', '2021-05-05T00:00:00Z', new Date().toISOString()])
      await insert(table, column, at);
  }
});
afterAll(() => server.close());

const tables = [
  ['activities', 'at'],
  ['readings', 'at'],
  ['machineErrors', 'dateStart'],
] as const;
const others = {
  activities: `id, "reportId", type) values ($1, $2, $3, gen_random_uuid(), gen_random_uuid(), 'PowerOn')`,
  readings: `"chamberTemperatureCelsius", "energyKilowattHours", "doorOpen") values ($1, $2, $3, 200, 1, false)`,
  machineErrors: `id, code) values ($1, $2, $3, gen_random_uuid(), 'E01')`,
};
const insert = (table: (typeof tables)[number][0], column: string, at: string) =>
  server.ownerQuery(`insert into "${table}" ("machineId", "organisationId", "${column}", ${others[table]}`, [
    machineId,
    organisationId,
    at,
  ]);
const left = async (table: string) =>
  (await server.ownerQuery<{ count: number }>(`select count(*)::int from "${table}"`))[0]?.count;

describe('SCL-03 what machines report is kept as long as a setting says:', () => {
  it.each([
    ['activities', 'activities of machines'],
    ['readings', 'readings of machines'],
    ['machineErrors', 'faults of machines'],
  ])('of %s, old partitions are dropped whole, and old rows of the first partition deleted', async (table, name) => {
    await server.ownerQuery(`update "machineStates" set "openErrorCount" = 3`);
    const rule = linkRetention.find((one) => one.name === name);
    expect(await rule?.due(server.services)).toBe(2);
    expect(await rule?.remove(server.services)).toBe(2);
    expect(await left(table)).toBe(1);
    expect(await server.ownerQuery('select to_regclass($1) as is', [`"${table}_2020_01"`])).toEqual([{ is: null }]);
    expect(await rule?.due(server.services)).toBe(0);
    // Deleted faults are not counted as open any more.
    const [state] = await server.ownerQuery<{ open: number }>('select "openErrorCount" as open from "machineStates"');
    expect(state?.open).toBe(table === 'machineErrors' ? 1 : 3);
  });

  it('without a setting for ever, which the operator’s command says', async () => {
    const settings = {
      DATABASE_URL: server.databaseUrl,
      SECRETS_KEY: testMasterKey,
      DATA_DIR: server.services.config.dataDir,
      LOG_LEVEL: 'silent',
      ACTIVITIES_KEPT_DAYS: '',
    };
    await insert('activities', 'at', '2021-05-05T00:00:00Z');
    const said: string[] = [];
    expect(await runCommand(['retention', 'now'], settings, (line) => said.push(line))).toBe(0);
    expect(said).toContain('activities of machines: kept ACTIVITIES_KEPT_DAYS, for ever without it; 0 deleted');
    expect(await left('activities')).toBe(2);
  });

  it.each(['ACTIVITIES_KEPT_DAYS', 'READINGS_KEPT_DAYS', 'FAULTS_KEPT_DAYS', 'HISTORY_KEPT_DAYS'])(
    'RUN-03 a %s of nothing stops the start with a sentence that says what to set',
    (setting) => {
      const refusal = setting === 'HISTORY_KEPT_DAYS' ? /is kept for a year at least/ : /leave it empty to keep/;
      for (const value of ['0', '-1', 'never', '7.5']) expect(() => readConfig({ [setting]: value })).toThrow(refusal);
      expect(() => readConfig({ [setting]: '' })).not.toThrow();
    },
  );
});

it('LNK-05 SCL-03 a report that arrives twice is stored once, whatever partition it belongs to', async () => {
  const id = randomUUID();
  const store = () =>
    server.ownerQuery(
      `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
        values (gen_random_uuid(), $1, $2, $3, 'PowerOn', '2027-03-01') on conflict do nothing`,
      [machineId, organisationId, id],
    );
  await store();
  await store();
  expect(await server.ownerQuery('select from activities where "reportId" = $1', [id])).toHaveLength(1);
});
