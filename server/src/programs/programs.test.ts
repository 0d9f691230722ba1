import { limits } from '@fournil/contract/phases/limits';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  type Person,
  preheatedTo,
  programFields,
} from '../testing/builders.ts';
import { aPairedMachine } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let writer: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  writer = await aPerson(server, 'user', organisation, {
    without: ['ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_PROGRAM_APPROVE_ACTION'],
  });
});
afterAll(() => server.close());

const keysOf = (answer: { body: { violations: { propertyPath: string; key: string }[] } }) =>
  answer.body.violations.map((one) => `${one.propertyPath} ${one.key}`);

describe('PRG-01 the number of machines to which a program is sent', () => {
  it('counts those in service, whether the reader sees them or not', async () => {
    const shop = await aStructure(server, admin, 'Shop');
    const { machine: near } = await aPairedMachine(server, admin);
    const { machine: far } = await aPairedMachine(server, admin, { structure: shop });
    const { machine: off } = await aPairedMachine(server, admin);
    (await admin.put(`/machines/${off.id}`, { active: false })).expect(200);
    const program = await aProgram(admin);
    for (const machine of [near, far, off, await aMachine(admin)])
      (await admin.post('/programMachines', { machine: machine.id, program: program.id })).expect(201);
    const counts = async (who: Person) => (await who.get(`/programs/${program.id}`)).body;
    expect(await counts(admin)).toMatchObject({ machineCount: 4, sentCount: 2 });
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    expect(await counts(reader)).toMatchObject({ machineCount: 3, sentCount: 2 });
    const menu = { name: 'Menu', category: 'deck', programs: [program.id], approved: true };
    const places = [near, off].map(({ id }) => ({ kind: 'machine', id }));
    const { id } = (await admin.post('/menus', { ...menu, places })).expect(201) as { id: string };
    const followed = async () => (await admin.get(`/menus/${id}`)).body as { machineCount: number; sentCount: number };
    await expect.poll(async () => (await followed()).machineCount).toBe(2);
    expect((await followed()).sentCount).toBe(1);
  });
});

describe('PRG-02 the fields of a program', () => {
  it.each([
    [{ name: '' }, 'name ra.validation.required'],
    [{ name: 'x'.repeat(41) }, 'name ra.validation.maxLength'],
    [{ description: 'x'.repeat(145) }, 'description ra.validation.maxLength'],
    [{ category: undefined }, 'category custom.validation.machineType'],
    [{ category: 'toaster' }, 'category custom.validation.unknownMachineType'],
    [
      { tags: Array.from({ length: 6 }, (_, index) => `0199e1f4-0000-7000-8000-00000000000${index}`) },
      'tags custom.validation.maxItems',
    ],
    [
      { tags: ['0199e1f4-0000-7000-8000-000000000001', '0199e1f4-0000-7000-8000-000000000001'] },
      'tags custom.validation.unique',
    ],
    [{ tags: ['0199e1f4-0000-7000-8000-000000000001'] }, 'tags.0 custom.validation.notFound'],
    [{ createdBy: 'me' }, 'createdBy custom.validation.unknownField'],
    [{ phaseGroups: [] }, 'phaseGroups custom.phases.count'],
  ])('with the change %j are refused by field and rule', async (fields, expected) => {
    const answer = await admin.post('/programs', programFields(fields));
    expect(answer.status).toBe(422);
    expect(keysOf(answer as never)).toEqual([expected]);
  });

  it('may have the longest name, the longest description and five tags', async () => {
    const tags = [];
    for (let index = 0; index < 5; index += 1)
      tags.push((await admin.post('/tags', { name: `Tag ${index}` })).body['@id']);
    const made = (
      await admin.post('/programs', programFields({ name: 'n'.repeat(40), description: 'd'.repeat(144), tags }))
    ).expect(201) as {
      tags: unknown[];
    };
    expect(made.tags).toHaveLength(5);
  });
});

describe('PHA-08 the API applies the phase rules:', () => {
  const base = settingsOf(programFields().phaseGroups);
  const cases: [string, Partial<ProgramSettings>, string | null][] = [
    ['PHA-02 250 °C', { heat: [{ temperatureCelsius: 250, durationSeconds: 1200, notification: true }] }, null],
    [
      'PHA-02 251 °C',
      { heat: [{ temperatureCelsius: 251, durationSeconds: 1200, notification: true }] },
      'phaseGroups.0.phases.0.values.temperature custom.phases.limits',
    ],
    [
      'PHA-02 241 min',
      { heat: [{ temperatureCelsius: 200, durationSeconds: 241 * 60, notification: true }], damper: [] },
      'phaseGroups.0.phases.0.values.duration custom.phases.limits',
    ],
    [
      'PHA-02 preheat 260 °C',
      { preheatTemperatureCelsius: 260 },
      'phaseGroups.0.prePhaseValues.temperature custom.phases.limits',
    ],
    [
      'PHA-03 fan 29 %',
      { fan: [{ startSeconds: 0, speedPercent: 29 }] },
      'phaseGroups.1.phases.0.values.speed custom.phases.fanSpeed',
    ],
    ['PHA-03 fan 0 %', { fan: [{ startSeconds: 0, speedPercent: 0 }] }, null],
    [
      'PHA-03 fan first at 60 s',
      { fan: [{ startSeconds: 60, speedPercent: 50 }] },
      'phaseGroups.1.phases.0.values.start custom.phases.fanFirst',
    ],
    [
      'PHA-04 steam 1 cl',
      { steam: [{ startSeconds: 0, volumeCentilitres: 1 }] },
      'phaseGroups.2.phases.0.values.volume custom.phases.limits',
    ],
    [
      'PHA-04 steam at the end',
      { steam: [{ startSeconds: 1200, volumeCentilitres: 5 }] },
      'phaseGroups.2.phases.0.values.start custom.phases.limits',
    ],
    [
      'PHA-05 damper at 0',
      { damper: [{ startSeconds: 0, durationSeconds: 60 }] },
      'phaseGroups.3.phases.0.values.start custom.phases.limits',
    ],
    [
      'PHA-05 dampers too close',
      {
        damper: [
          { startSeconds: 60, durationSeconds: 60 },
          { startSeconds: 150, durationSeconds: 60 },
        ],
      },
      'phaseGroups.3.phases.1.values.start custom.phases.damperGap',
    ],
    [
      'PHA-06 a total time of 0',
      { heat: [{ temperatureCelsius: 200, durationSeconds: 0, notification: false }], fan: [], steam: [], damper: [] },
      'phaseGroups.0.phases custom.phases.total',
    ],
  ];
  it.each(cases)('%s', async (_name, change, expected) => {
    const answer = await admin.post('/programs', programFields({ phaseGroups: phaseGroupsOf({ ...base, ...change }) }));
    expect(answer.status).toBe(expected === null ? 201 : 422);
    if (expected) expect(keysOf(answer as never)).toEqual([expected]);
  });

  it('PHA-01 a 51st phase and a second group of one kind are refused', async () => {
    const fan = Array.from({ length: 51 }, (_, index) => ({ startSeconds: index * 10, speedPercent: 50 }));
    expect(
      (await admin.post('/programs', programFields({ phaseGroups: phaseGroupsOf({ ...base, fan }) }))).status,
    ).toBe(422);
    const [heat] = programFields().phaseGroups;
    expect(
      (await admin.post('/programs', programFields({ phaseGroups: [heat, heat] as never }))).body.violations[0]
        .propertyPath,
    ).toBe('phaseGroups.1.phaseGroupType');
    expect(
      (await admin.get('/phase_group_types')).body['hydra:member'].map((one: { maxPhases: number }) => one.maxPhases),
    ).toEqual(Array(4).fill(limits.phasesPerGroup));
  });

  it('PHA-07 times are stored in seconds and entries in the order of time', async () => {
    const steam = [
      { startSeconds: 600, volumeCentilitres: 3 },
      { startSeconds: 90, volumeCentilitres: 4 },
    ];
    const made = (await admin.post('/programs', programFields({ phaseGroups: phaseGroupsOf({ ...base, steam }) })))
      .body;
    expect(settingsOf(made.phaseGroups).steam.map((one) => one.startSeconds)).toEqual([90, 600]);
    expect(made.totalSeconds).toBe(1200);
  });
});

describe('PRG-03, WIZ-04 the approval of a program', () => {
  it('needs the right to approve, at creation and later', async () => {
    expect((await writer.post('/programs', programFields({ approved: true }))).body).toMatchObject({
      status: 403,
      detail: 'Cannot approve program',
    });
    const made = (await writer.post('/programs', programFields({}))).expect(201) as { id: string; approved: boolean };
    expect(made.approved).toBe(false);
    expect((await writer.put(`/programs/${made.id}`, { approved: true })).status).toBe(403);
    expect((await admin.put(`/programs/${made.id}`, { approved: true })).body).toMatchObject({
      approved: true,
      approvedRevision: 1,
    });
  });

  it('that is missing hides the program in every call from people without the right, except its creator', async () => {
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_APPROVE_ACCESS'] });
    const waiting = (await writer.post('/programs', programFields({ name: 'Waiting' }))).expect(201) as { id: string };
    expect((await writer.get(`/programs/${waiting.id}`)).status).toBe(200);
    expect((await reader.get(`/programs/${waiting.id}`)).status).toBe(404);
    expect((await reader.get(`/history/program/${waiting.id}/full`)).status).toBe(404);
    expect((await reader.get('/programs?q=Waiting')).body['hydra:totalItems']).toBe(0);
    expect((await reader.get('/programs?approved=false')).body['hydra:totalItems']).toBe(0);
    expect((await reader.put(`/programs/${waiting.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await admin.get('/programs?q=Waiting&approved=false')).body['hydra:totalItems']).toBe(1);
  });

  it('is lost by an edit of a person without the right, and machines keep the approved revision', async () => {
    const program = await aProgram(admin);
    const edited = (await writer.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210) })).body;
    expect(edited).toMatchObject({ approved: false, revision: 2, approvedRevision: 1 });
    expect((await admin.put(`/programs/${program.id}`, { approved: true })).body).toMatchObject({
      approved: true,
      approvedRevision: 2,
    });
    expect((await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(220) })).body).toMatchObject({
      approved: true,
      revision: 3,
      approvedRevision: 3,
    });
    expect((await admin.put(`/programs/${program.id}`, { description: 'only words' })).body).toMatchObject({
      revision: 3,
    });
    expect((await admin.put(`/programs/${program.id}`, { approved: false })).body).toMatchObject({
      approved: false,
      approvedRevision: null,
    });
    const events = (await admin.get(`/history/program/${program.id}/full`)).body['hydra:member'].map(
      (one: { typeEvent: string }) => one.typeEvent,
    );
    expect(events.filter((type: string) => type === 'approval')).toHaveLength(3);
    expect(events[0]).toBe('disapproval');
  });

  it('PRG-03 is withdrawn also while a newer revision waits, which goes on waiting', async () => {
    const program = await aProgram(admin);
    const at = `/programs/${program.id}`;
    (await admin.put(at, { phaseGroups: preheatedTo(210), draft: true })).expect(200);
    expect((await admin.put(at, { approved: false })).body.approvedRevision).toBe(1);
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    expect((await reader.put(at, { withdraw: true })).status).toBe(403);
    expect((await admin.put(at, { withdraw: true, approved: true })).body.violations).toMatchObject([
      { propertyPath: 'withdraw', key: 'custom.validation.withdrawApproved' },
    ]);
    const withdrawn = { approved: false, revision: 2, approvedRevision: null };
    expect((await admin.put(at, { withdraw: true })).expect(200)).toMatchObject(withdrawn);
    expect((await admin.put(at, { withdraw: true })).expect(200)).toMatchObject(withdrawn);
    const events = (await admin.get(`/history/program/${program.id}/full`)).body['hydra:member'];
    // The draft, from which on the newest revision is not approved, and one withdrawal.
    expect(events.map((one: { typeEvent: string }) => one.typeEvent)).toEqual([
      'disapproval',
      'disapproval',
      'update',
      'approval',
      'creation',
    ]);
    expect((await admin.put(at, { approved: true })).body.approvedRevision).toBe(2);
    expect((await admin.put(at, { withdraw: true })).body).toMatchObject(withdrawn);
  });

  it('PRG-03 is kept when only the name changes, and machines get the new name', async () => {
    const program = await aProgram(admin);
    const renamed = (await writer.put(`/programs/${program.id}`, { name: 'Another name' })).body;
    expect(renamed).toMatchObject({ approved: true, revision: 2, approvedRevision: 2 });
    const events = (await admin.get(`/history/program/${program.id}/full`)).body['hydra:member'];
    expect(events[0]).toMatchObject({
      typeEvent: 'update',
      changes: [{ field: 'name', after: 'Another name' }, { field: 'revision' }],
    });
    // A new name does not approve the waiting revision.
    await writer.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210) });
    expect((await writer.put(`/programs/${program.id}`, { name: 'Third name' })).body).toMatchObject({
      approved: false,
      approvedRevision: 2,
    });
  });

  it('PRG-03 shows the approver who wrote the waiting revision, not who created the program', async () => {
    const program = await aProgram(admin, { name: 'Two hands' });
    await writer.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210) });
    const { fullName } = (await writer.get('/profile')).body.profile;
    const waiting = (await admin.get('/home')).body.waitingPrograms;
    expect(waiting).toContainEqual({ id: program.id, name: 'Two hands', createdBy: fullName });
  });

  it('cannot be kept by a person without the right who changes the phases and sends "approved"', async () => {
    const program = await aProgram(admin);
    const answer = await writer.put(`/programs/${program.id}`, { approved: true, phaseGroups: preheatedTo(200) });
    expect(answer.body).toMatchObject({ approved: false, revision: 2, approvedRevision: 1 });
    const same = await aProgram(admin);
    expect(
      (await writer.put(`/programs/${same.id}`, { approved: true, description: 'only words' })).body,
    ).toMatchObject({
      approved: true,
      approvedRevision: 1,
    });
  });

  it('survives a stale edit, which is refused', async () => {
    const program = await aProgram(admin);
    await admin.put(`/programs/${program.id}`, { name: 'newer' });
    expect(
      (await admin.put(`/programs/${program.id}`, { name: 'stale' }, { 'if-match': `"${program.version}"` })).status,
    ).toBe(412);
    for (const unreadable of [`W/"${program.version}"`, 'yesterday']) {
      expect((await admin.put(`/programs/${program.id}`, { name: 'stale' }, { 'if-match': unreadable })).status).toBe(
        412,
      );
    }
    expect((await admin.get(`/programs/${program.id}`)).body.name).toBe('newer');
  });
});

describe('PRG-01 the list of programs', () => {
  it('has ten to a page by newest change, with filters', async () => {
    const mine = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const tag = (await mine.post('/tags', { name: 'Summer' })).body;
    const made = [];
    for (let index = 0; index < 11; index += 1)
      made.push(
        await aProgram(mine, {
          category: index % 2 ? 'rack' : 'deck',
          approved: index > 2,
          tags: index === 4 ? [tag.id] : [],
        }),
      );
    await mine.put(`/programs/${made[0]?.id}`, { description: 'touched' });
    const { body } = await mine.get('/programs');
    expect(body['hydra:totalItems']).toBe(11);
    expect(body['hydra:member']).toHaveLength(10);
    expect(body['hydra:member'][0].id).toBe(made[0]?.id);
    const total = async (query: string) => (await mine.get(`/programs?${query}`)).body['hydra:totalItems'];
    expect(await total('approved=false')).toBe(3);
    expect(await total('category=rack')).toBe(5);
    expect(await total('category[]=rack&category[]=deck')).toBe(11);
    expect(await total(`tags=${tag.id}`)).toBe(1);
    expect(await total(`tags[]=${tag.id}&approved=false`)).toBe(0);
    expect((await mine.get('/tags')).body['hydra:member'][0].programCount).toBe(1);
  });
});
