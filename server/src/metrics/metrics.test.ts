import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { aPairedMachine, connectOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

const token = 'a-token-for-metrics';
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ METRICS_TOKEN: token });
});
afterAll(() => server.close());
const read = async () => String((await apiAs(server, token).get('/metrics')).body);
const numberAt = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  );

it('RUN-04 metrics contain calls by route and status, the pool, the queues, machines and reports', async () => {
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const { machine, credentials } = await aPairedMachine(server, admin);
  const oven = await connectOven(credentials);
  await oven.birth();
  await oven.report('errors', { entries: [{ id: 'e', code: 'E07', dateStart: new Date().toISOString() }] });
  for (const id of [machine.id, '0199a000-0000-7000-8000-000000000000', 'none']) await admin.get(`/machines/${id}`);
  const text = await read();
  const calls = (status: number) =>
    `fournil_http_requests_total{method="GET",route="/api/machines/:id",status="${status}"}`;
  expect([numberAt(text, calls(200)), numberAt(text, calls(404))]).toEqual([1, 2]);
  expect(text).toContain(
    'fournil_http_request_duration_seconds_bucket{le="0.25",method="GET",route="/api/machines/:id",status="200"}',
  );
  expect(text).not.toContain(machine.id);
  expect(numberAt(text, 'fournil_machines_connected')).toBe(1);
  expect(numberAt(text, 'fournil_machine_reports_stored_total')).toBe(2);
  expect(numberAt(text, 'fournil_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(numberAt(text, 'fournil_mails_waiting')).toBeGreaterThanOrEqual(0);
  await oven.close();
});

it('RUN-04 metrics need the token of the setting, and do not exist without the setting', async () => {
  const answer = await apiAs(server, token).get('/metrics');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/plain; version=0.0.4'),
  ]);
  for (const wrong of [null, 'another-token-for-it', `${token}x`])
    expect((await apiAs(server, wrong).get('/metrics')).status).toBe(401);
  const boss = await aPerson(server, 'superAdmin', null);
  expect((await boss.get('/metrics')).status).toBe(401);
  const without = await openTestServer();
  const [metrics, never] = [await apiAs(without, token).get('/metrics'), await apiAs(without, null).get('/never')];
  expect([metrics.status, metrics.body.detail]).toEqual([404, never.body.detail]);
  await without.close();
});
