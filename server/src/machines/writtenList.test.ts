import type { MachineView } from '@fournil/contract/machines/machine';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { Right } from '@fournil/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyHash } from '../programs/index.ts';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  install,
  type Person,
  programFields,
} from '../testing/builders.ts';
import { aPairedMachine, connectOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const asked = (answer: { headers: Record<string, unknown> }) => ({ 'if-none-match': String(answer.headers['etag']) });

describe('a list that has not changed', () => {
  it.each(['/machines', '/machines?order[name]=desc', '/programs', '/tags', '/users'])(
    'SCL-05 is answered by 304 without a body to a reader who names its ETag: %s',
    async (path) => {
      await aMachine(admin);
      const first = await admin.get(path);
      expect(first.headers['etag']).toMatch(/^W\/"[\w-]{27}"$/);
      const again = await admin.get(path, asked(first));
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);
      expect(again.headers).toMatchObject({ 'cache-control': 'no-store', vary: first.headers['vary'] });
      const tagged = String(first.headers['etag']).slice(2);
      expect((await admin.get(path, { 'if-none-match': `"other", ${tagged}` })).status).toBe(304);
      expect((await admin.get(path, { 'if-none-match': '"other"' })).body).toEqual(first.body);
    },
  );

  it('SCL-05 is sent again after a change, and to a reader who sees something else', async () => {
    const { id } = await aMachine(admin);
    const first = await admin.get('/machines');
    const narrow = await aPerson(server, 'user', organisation, { without: ['ROLE_MACHINE_ACCESS_NO_STRUCTURE'] });
    expect((await narrow.get('/machines', asked(first))).status).toBe(200);
    expect((await admin.get('/machines', { ...asked(first), 'accept-language': 'fr' })).status).toBe(304);
    (await admin.put(`/machines/${id}`, { name: 'Renamed' })).expect(200);
    const changed = await admin.get('/machines', asked(first));
    expect([changed.status, changed.headers['etag'] === first.headers['etag']]).toEqual([200, false]);
  });

  it('API-06 INT-06 may be a record, whose ETag is its version and its content', async () => {
    const { id } = await aMachine(admin);
    const first = await admin.get(`/machines/${id}`);
    expect(first.headers['etag']).toMatch(/^"1\.[\w-]{27}"$/);
    expect(await admin.get(`/machines/${id}`, asked(first))).toMatchObject({ status: 304, body: '' });
    // What the machine reports changes the record, but not its version.
    await server.ownerQuery('update "machineStates" set "openErrorCount" = 1 where "machineId" = $1', [id]);
    const second = await admin.get(`/machines/${id}`, asked(first));
    expect([second.status, second.body.version, second.body.openErrorCount]).toEqual([200, 1, 1]);
    const based = (name: string, answer: typeof first) =>
      admin.put(`/machines/${id}`, { name }, { 'if-match': String(answer.headers['etag']) });
    expect((await based('Renamed', first)).status).toBe(200);
    expect((await based('Again', second)).status).toBe(412);
  });
});

describe('a machine as PostgreSQL writes it', () => {
  it('MAC-01 has the texts that people wrote, and instants with milliseconds', async () => {
    const name = 'Four "à" \\ sole\u2028\t\u001f🥖</script>';
    const { id } = await aMachine(admin);
    await server.ownerQuery(
      `update machines set name = $2, "createdAt" = '2026-01-02 03:04:05.9999+02', "updatedAt" = '1969-12-31 23:59:59Z'
         where id = $1`,
      [id, name],
    );
    const { '@context': _, ...one } = (await admin.get(`/machines/${id}`)).body;
    expect(one).toMatchObject({ name, createdAt: '2026-01-02T01:04:05.999Z', updatedAt: '1969-12-31T23:59:59.000Z' });
    const { 'hydra:member': listed } = (await admin.get('/machines?itemsPerPage=500')).body;
    expect(listed.find((machine: { id: string }) => machine.id === id)).toEqual(one);
  });

  it('MAC-01 reads the same alone as in a list, for each kind of reader', async () => {
    const machine = await aMachine(admin);
    const programs = [await aProgram(admin, { approved: false })];
    for (let number = 0; number < 4; number += 1) programs.push(await aProgram(admin));
    await install(
      admin,
      [machine.id],
      programs.map(({ id }) => id),
    );
    const user = (without: Right[]) => aPerson(server, 'user', organisation, { without });
    for (const reader of [
      admin,
      await user([]),
      await user(['ROLE_PROGRAM_ACCESS']),
      await user(['ROLE_PROGRAM_APPROVE_ACCESS']),
    ]) {
      const { '@context': _, ...one } = (await reader.get(`/machines/${machine.id}`)).body;
      expect([one.programCount, one.programs.length]).toEqual([5, 3]);
      const { 'hydra:member': listed } = (await reader.get('/machines?itemsPerPage=500')).body;
      expect(listed.find(({ id }: { id: string }) => id === machine.id)).toEqual(one);
    }
  });

  it('MNU-04 SCL-05 names the steps of heat of the body that runs, whatever revision is approved by now', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const program = await aProgram(admin);
    await install(admin, [machine.id], [program.id]);
    const hash = bodyHash({ ...program, phaseGroups: withFirstHeat(250) });
    (await admin.put(`/programs/${program.id}`, { phaseGroups: withFirstHeat(240), approved: true })).expect(200);
    const oven = await connectOven(credentials);
    await oven.birth();
    const atOven = { id: program.id, name: program.name, category: 'deck', phaseGroups: withFirstHeat(225) } as const;
    const sha256 = bodyHash(atOven);
    await oven.report('changed', { id: 'c1', at: at(0), sha256, body: { ...atOven, revision: 2 } });
    const heatOf = async (minute: number, said: object) => {
      const started = { id: program.id, name: program.name, totalSeconds: 1200, ...said };
      const entry = { id: `s${minute}`, at: at(minute), type: 'ProgramStart', program: started };
      await oven.report('activities', { entries: [entry] });
      const { now } = (await admin.get(`/machines/${machine.id}`)).body as MachineView;
      return now.program?.heat.map((step) => [step.temperatureCelsius, step.durationSeconds]);
    };
    const second = [220, 900];
    expect(await heatOf(1, { revision: 1, sha256: hash })).toEqual([[250, 300], second]);
    expect(await heatOf(2, { revision: 2, sha256 })).toEqual([[225, 300], second]);
    expect(await heatOf(3, { revision: 2, sha256: '0'.repeat(64) })).toEqual([]);
    // A machine that says no hash, and one that runs a program of its own.
    expect(await heatOf(4, { revision: 2 })).toEqual([[240, 300], second]);
    expect(await heatOf(5, { id: null, revision: null })).toEqual([]);
    await oven.close();
  });
});

const at = (minute: number) => new Date(Date.now() - (10 - minute) * 60_000).toISOString();

function withFirstHeat(celsius: number) {
  const settings = settingsOf(programFields().phaseGroups);
  const [first] = settings.heat;
  if (first) first.temperatureCelsius = celsius;
  return phaseGroupsOf(settings);
}
