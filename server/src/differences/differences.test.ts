import { downTopics, topic } from '@fournil/contract/machine-link/topics';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyHash } from '../programs/index.ts';
import { anOrganisation, aPerson, aProgram, install, type Person } from '../testing/builders.ts';
import { bulkRun } from '../testing/bulkRun.ts';
import { aPairedMachine, connectOven, eventually, type Oven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { decideByRule } from './decideByRule.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const nowText = () => new Date().toISOString();
let count = 0;

interface Link {
  id: string;
  state: string;
  wantedRevision: number;
  change: { sha256: string; phaseGroups: object[] | null; kept: boolean; keptUntil: string | null } | null;
}

/** An oven that holds a program of this organisation. */
async function anOvenWith(program: Awaited<ReturnType<typeof aProgram>>, who = admin) {
  const { machine, credentials } = await aPairedMachine(server, who);
  await install(who, [machine.id], [program.id]);
  const oven = await connectOven(credentials);
  await oven.client.subscribeAsync(
    downTopics.map((name) => topic(machine.id, name)),
    { qos: 1 },
  );
  await oven.birth();
  const desired = () => oven.received.get('desired')?.at(-1) as Desired | undefined;
  await eventually(() => desired()?.programs[0]);
  const link = async (): Promise<Link> =>
    (await who.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'][0];
  return { machine, oven, desired, link };
}

interface Desired {
  version: number;
  programs: { id: string; revision: number; sha256: string; overwrite?: boolean; overwrites?: string }[];
}

/** The body of a program with another first temperature, as somebody leaves it at an oven. */
function edited(program: Awaited<ReturnType<typeof aProgram>>, celsius: number, revision = 1) {
  const settings = settingsOf(program.phaseGroups);
  const [first] = settings.heat;
  if (first) first.temperatureCelsius = celsius;
  const { id, name, category } = program;
  const body = { id, name, category, revision, phaseGroups: phaseGroupsOf(settings) };
  return { sha256: bodyHash(body), body };
}

async function change(oven: Oven, { sha256, body }: ReturnType<typeof edited>) {
  await oven.report('changed', { id: `c${++count}`, at: nowText(), sha256, body });
  await oven.report('reported', {
    id: `r${++count}`,
    at: nowText(),
    desiredVersion: 1,
    programs: [{ id: body.id, revision: body.revision, sha256, state: 'changed', reason: 'Stronger' }],
  });
}

describe('MNU-02 a program that was changed at an oven', () => {
  it('is listed with what the oven has, and held back from newer revisions until somebody decides', async () => {
    const program = await aProgram(admin);
    const { oven, machine, link, desired } = await anOvenWith(program);
    const theirs = edited(program, 235);
    await change(oven, theirs);
    const shown = await eventually(async () => ((await link()).state === 'changedOnMachine' ? await link() : null));
    expect(shown.change).toMatchObject({
      sha256: theirs.sha256,
      revision: 1,
      phaseGroups: theirs.body.phaseGroups,
      approved: { revision: 1, phaseGroups: program.phaseGroups },
      kept: false,
      keptUntil: null,
      baking: false,
    });
    // Another revision is approved: the oven is still asked for the one that was changed there.
    const before = desired()?.version ?? 0;
    await admin.put(`/programs/${program.id}`, { phaseGroups: edited(program, 190).body.phaseGroups });
    await eventually(() => (desired()?.version ?? 0) > before);
    expect(desired()?.programs[0]).toMatchObject({ revision: 1 });
    expect(desired()?.programs[0]?.overwrite).toBeUndefined();
    expect(await link()).toMatchObject({ state: 'changedOnMachine', wantedRevision: 2 });
    const count = async (query: string) =>
      (await admin.get(`/programMachines?machine=${machine.id}&${query}`)).body['hydra:totalItems'];
    expect(await count('changed=true')).toBe(1);
    expect(await count('changed=false')).toBe(0);
    expect(await count('changed=true&kept=true')).toBe(0);
    await oven.close();
  });

  it('gives way to ours with a reason in the history, and a later change is not overwritten with it', async () => {
    const program = await aProgram(admin);
    const { oven, machine, link, desired } = await anOvenWith(program);
    await change(oven, edited(program, 235));
    const { id, change: seen } = await link();
    const other = await admin.post(`/programMachines/${id}/restore`, { sha256: 'a'.repeat(64) });
    expect([other.status, other.body.words.en]).toEqual([409, expect.stringContaining('changed again')]);
    const reason = 'The recipe is the house’s';
    (await admin.post(`/programMachines/${id}/restore`, { sha256: seen?.sha256, reason })).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrite);
    // A double click.
    (await admin.post(`/programMachines/${id}/restore`)).expect(200);
    const history = (await admin.get(`/history/machine/${machine.id}/full`)).body['hydra:member'];
    const decisions = history.filter(({ typeEvent }: { typeEvent: string }) => typeEvent === 'oursBack');
    expect(decisions).toMatchObject([{ originName: program.name, changes: [{ field: 'reason', after: reason }] }]);
    // The oven changes it once more before it has done that.
    await change(oven, edited(program, 240));
    await eventually(() => desired()?.programs[0]?.overwrite === undefined);
    expect((await link()).state).toBe('changedOnMachine');
    await oven.close();
  });

  it('is kept as the oven’s own until a date, and another change there is a new one', async () => {
    const program = await aProgram(admin);
    const { oven, machine, link } = await anOvenWith(program);
    await change(oven, edited(program, 235));
    const { id } = await link();
    const past = await admin.post(`/programMachines/${id}/keep`, { until: '2026-01-01T00:00:00.000Z' });
    expect([past.status, past.body.violations?.[0]?.propertyPath]).toEqual([422, 'until']);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    (await admin.post(`/programMachines/${id}/keep`, { until })).expect(200);
    expect((await link()).change).toMatchObject({ kept: true, keptUntil: until });
    const kept = async (is: boolean) =>
      (await admin.get(`/programMachines?machine=${machine.id}&changed=true&kept=${is}`)).body['hydra:totalItems'];
    expect([await kept(true), await kept(false)]).toEqual([1, 0]);
    await server.ownerQuery(`update installations set "keptUntil" = now() - interval '1 second' where id = $1`, [id]);
    expect([await kept(true), await kept(false)]).toEqual([0, 1]);
    (await admin.post(`/programMachines/${id}/keep`, { until: null })).expect(200);
    expect((await link()).change).toMatchObject({ kept: true, keptUntil: null });
    await change(oven, edited(program, 241));
    await eventually(async () => (await link()).change?.kept === false);
    await oven.close();
  });

  it('is adopted as the next revision: approved by an approver, waiting for approval otherwise', async () => {
    const program = await aProgram(admin);
    const { oven, link, desired } = await anOvenWith(program);
    const theirs = edited(program, 235);
    await change(oven, theirs);
    const { id } = await link();
    const writer = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    const waiting = (await writer.post(`/programMachines/${id}/adopt`)).expect(200);
    expect(waiting).toEqual({ program: `/api/programs/${program.id}`, revision: 2, approved: false });
    // Meanwhile the oven keeps its own, and nobody is asked.
    expect((await link()).change).toMatchObject({ kept: true });
    const again = await admin.post(`/programMachines/${id}/adopt`);
    expect([again.status, again.body.words?.en]).toEqual([200, undefined]);
    await eventually(() => desired()?.programs[0]?.revision === 2 && desired()?.programs[0]?.sha256 === theirs.sha256);
    expect((await link()).state).toBe('pending');
    await oven.report('reported', {
      id: `r${++count}`,
      at: nowText(),
      desiredVersion: desired()?.version ?? 0,
      programs: [{ id: program.id, revision: 2, sha256: theirs.sha256, state: 'applied' }],
    });
    await eventually(async () => (await link()).state === 'synchronised');
    await oven.close();
  });

  it('that breaks the rules of programs is shown, and not adopted; one that was not sent neither', async () => {
    const program = await aProgram(admin);
    const { oven, link } = await anOvenWith(program);
    await change(oven, edited(program, 900));
    const { id, change: shown } = await link();
    expect(shown?.phaseGroups).toHaveLength(4);
    const broken = await admin.post(`/programMachines/${id}/adopt`);
    expect(broken.status).toBe(422);
    expect(broken.body.violations[0]).toMatchObject({
      propertyPath: 'phaseGroups.0.phases.0.values.temperature',
      key: 'custom.phases.limits',
    });
    const { sha256, body } = edited(program, 230);
    // Half a program, and one whose hash is another: refused, and told to the machine.
    await oven.report('changed', { id: 'half', at: nowText(), sha256, body: { ...body, phaseGroups: [] } });
    await oven.report('changed', { id: 'other', at: nowText(), sha256: 'b'.repeat(64), body });
    const told = await eventually(() => {
      const all = (oven.received.get('refused') ?? []) as { entries: { id: string; code: string; field: string }[] }[];
      const entries = all.flatMap((one) => one.entries);
      return entries.length > 1 ? entries : null;
    });
    expect(told).toMatchObject([
      { id: 'half', code: 'minItems', field: 'body.phaseGroups' },
      { id: 'other', code: 'otherHash', field: 'sha256' },
    ]);
    await oven.report('reported', {
      id: `r${++count}`,
      at: nowText(),
      desiredVersion: 1,
      programs: [{ id: body.id, revision: 1, sha256: 'b'.repeat(64), state: 'changed' }],
    });
    expect((await link()).change?.phaseGroups).toBeNull();
    expect((await admin.post(`/programMachines/${id}/adopt`)).status).toBe(409);
    await oven.close();
  });

  it('is decided by the last decision, and a late report of an earlier state changes none', async () => {
    const program = await aProgram(admin);
    const { oven, link, desired } = await anOvenWith(program);
    const early = nowText();
    await change(oven, edited(program, 235));
    const { id } = await link();
    (await admin.post(`/programMachines/${id}/restore`)).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrite);
    const applied = { id: program.id, revision: 1, sha256: desired()?.programs[0]?.sha256, state: 'applied' };
    await oven.report('reported', { id: `r${++count}`, at: early, desiredVersion: 1, programs: [applied] });
    expect((await link()).state).toBe('pending');
    (await admin.post(`/programMachines/${id}/keep`, { until: null })).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrite === undefined);
    (await admin.post(`/programMachines/${id}/restore`)).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrites === edited(program, 235).sha256);
    // Adopted by somebody who may not approve: the oven is told to keep its own meanwhile.
    const writer = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    (await writer.post(`/programMachines/${id}/adopt`)).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrite === undefined);
    await oven.close();
  });

  it('that was adopted gives way when its revision is approved, also under another name, and then is kept no more', async () => {
    const program = await aProgram(admin);
    const { oven, link, desired } = await anOvenWith(program);
    await change(oven, edited(program, 235));
    const { id } = await link();
    const writer = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    (await writer.post(`/programMachines/${id}/adopt`)).expect(200);
    (await writer.put(`/programs/${program.id}`, { name: 'Renamed meanwhile' })).expect(200);
    (await admin.put(`/programs/${program.id}`, { approved: true })).expect(200);
    await eventually(() => desired()?.programs[0]?.overwrite && desired()?.programs[0]?.revision === 3);
    expect((await link()).state).toBe('pending');
    const { overwrite: _, overwrites: __, ...taken } = desired()?.programs[0] ?? {};
    await oven.report('reported', {
      id: `r${++count}`,
      at: nowText(),
      desiredVersion: desired()?.version ?? 0,
      programs: [{ ...taken, state: 'applied' }],
    });
    await eventually(async () => (await link()).state === 'synchronised');
    const row = await server.ownerQuery('select "keptSha256", "adoptedRevision" from installations where id = $1', [
      id,
    ]);
    expect(row).toEqual([{ keptSha256: null, adoptedRevision: null }]);
    await oven.close();
  });

  it('shows no settings of a program to those who may not see it while it waits for approval', async () => {
    const program = await aProgram(admin);
    const { oven, machine, link } = await anOvenWith(program);
    await change(oven, edited(program, 235));
    const writer = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    (await writer.post(`/programMachines/${(await link()).id}/adopt`)).expect(200);
    const reader = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACCESS'] });
    const [seen] = (await reader.get(`/programMachines?machine=${machine.id}&changed=true`)).body['hydra:member'];
    expect(seen).toMatchObject({
      program: { name: null, restricted: true },
      reason: null,
      change: { phaseGroups: null, approved: { phaseGroups: [] } },
    });
    await oven.close();
  });

  it('is decided for many at once, each row by the rules of one', async () => {
    const program = await aProgram(admin);
    const [one, other] = [await anOvenWith(program), await anOvenWith(program)];
    await change(one.oven, edited(program, 235));
    await change(other.oven, edited(program, 236));
    const ids = [(await one.link()).id, (await other.link()).id];
    const kept = await bulkRun(admin, 'programMachines.keep', ids, { until: null, reason: 'For December' });
    expect(kept).toMatchObject({ changed: 2, refused: 0 });
    expect((await other.link()).change?.kept).toBe(true);
    expect(await bulkRun(admin, 'programMachines.restore', ids, {})).toMatchObject({ changed: 2, refused: 0 });
    await Promise.all([one, other].map(({ desired }) => eventually(() => desired()?.programs[0]?.overwrite)));
    // Changed after the person has looked: not decided with the others.
    const seenAt = nowText();
    await change(one.oven, edited(program, 245));
    await change(other.oven, edited(program, 245));
    const unseen = await bulkRun(admin, 'programMachines.keep', ids, { until: null, seenAt });
    expect(unseen).toMatchObject({ changed: 0, refused: 2 });
    // The same change at two ovens becomes one revision.
    const adopted = await bulkRun(admin, 'programMachines.adopt', ids, {});
    expect(adopted).toMatchObject({ changed: 2, refused: 0 });
    expect((await admin.get(`/programs/${program.id}`)).body.revision).toBe(2);
    await Promise.all([one, other].map(({ desired }) => eventually(() => desired()?.programs[0]?.revision === 2)));
    await Promise.all([one.oven.close(), other.oven.close()]);
  });

  it('is decided by those who see the oven and have the right, and by nobody else', async () => {
    const program = await aProgram(admin);
    const { oven, link } = await anOvenWith(program);
    await change(oven, edited(program, 235));
    const { id } = await link();
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const blind = await aPerson(server, 'user', admin.organisationId, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    const installer = await aPerson(server, 'user', admin.organisationId, {
      without: ['ROLE_MACHINE_INSTALL_PROGRAM'],
    });
    const reader = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_EDITOR'] });
    const calls = [
      ['restore', {}],
      ['keep', { until: null }],
      ['adopt', {}],
    ] as const;
    for (const [verb, body] of calls)
      for (const who of [stranger, blind])
        expect((await who.post(`/programMachines/${id}/${verb}`, body)).status, verb).toBe(404);
    expect((await installer.post(`/programMachines/${id}/restore`)).status).toBe(403);
    expect((await installer.post(`/programMachines/${id}/keep`, { until: null })).status).toBe(403);
    expect((await reader.post(`/programMachines/${id}/adopt`)).status).toBe(403);
    expect((await stranger.get('/programMachines?changed=true')).body['hydra:totalItems']).toBe(0);
    const waiting = async (who: Person) => (await who.get('/home')).body.differences;
    expect([await waiting(stranger), await waiting(blind)]).toEqual([0, 0]);
    const before = await waiting(installer);
    (await admin.post(`/programMachines/${id}/keep`, { until: null })).expect(200);
    expect(await waiting(installer)).toBe(before - 1);
    await oven.close();
  });
});

describe('MNU-02 what an organisation wants by default', () => {
  it('is done by the server when the oven does not bake, and recorded as its rule', async () => {
    const owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const program = await aProgram(owner);
    const { oven, machine, link, desired } = await anOvenWith(program, owner);
    await change(oven, edited(program, 235));
    await decideByRule(server.services);
    expect((await link()).change?.kept).toBe(false);
    const running = { id: program.id, name: program.name, revision: 1, totalSeconds: 60 };
    const activity = (type: string) =>
      oven.report('activities', { entries: [{ id: `a${++count}`, at: nowText(), type, program: running }] });
    // Before the rule, which the server may carry out at any time.
    await activity('ProgramStart');
    (await owner.put('/organisation', { changesAtOvens: 'ours' })).expect(200);
    await decideByRule(server.services);
    expect((await link()).state).toBe('changedOnMachine');
    await activity('ProgramEnd');
    await decideByRule(server.services);
    await eventually(() => desired()?.programs[0]?.overwrite);
    const history = (await owner.get(`/history/machine/${machine.id}/full`)).body['hydra:member'];
    expect(history.find((one: { typeEvent: string }) => one.typeEvent === 'oursBack')).toMatchObject({
      actionner: { kind: 'server' },
    });
    // The next change, after the oven has put ours back.
    const applied = { ...desired()?.programs[0], state: 'applied', overwrite: undefined };
    await oven.report('reported', { id: `r${++count}`, at: nowText(), desiredVersion: 2, programs: [applied] });
    (await owner.put('/organisation', { changesAtOvens: 'theirs' })).expect(200);
    await change(oven, edited(program, 236));
    await decideByRule(server.services);
    expect((await link()).change).toMatchObject({ kept: true, keptUntil: null });
    expect((await owner.put('/organisation', { changesAtOvens: 'mine' })).status).toBe(422);
    await oven.close();
  });
});
