import { weekdays } from '@fournil/contract/hours/hours';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rolloutKinds } from '../app/rolloutKinds.ts';
import {
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  install,
  type Person,
  preheatedTo,
} from '../testing/builders.ts';
import { bulkRun } from '../testing/bulkRun.ts';
import { anObedientOven, type ObedientOven } from '../testing/machines/obedientOven.ts';
import { assignTo } from '../testing/menus.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { advanceAll } from './index.ts';

let server: TestServer;
let admin: Person;
const ovens: ObedientOven[] = [];

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  for (const one of ovens.splice(0)) await one.close();
});
afterAll(() => server.close());

const now = async ({ id }: { id: string }, who = admin) => (await who.get(`/rollouts/${id}`)).body as RolloutView;
const act = (rollout: { id: string }, action: string, fields: object = {}) =>
  admin.put(`/rollouts/${rollout.id}`, { action, ...fields });
/** Turn by turn of the engine, until the rollout is as wanted. */
const reaches = (rollout: RolloutView, wanted: object) =>
  expect
    .poll(
      async () => {
        await advanceAll(server.services, rolloutKinds);
        return now(rollout);
      },
      { timeout: 30_000 },
    )
    .toMatchObject(wanted);

const canary = [
  { name: 'Canary', sharePercent: 1 },
  { name: 'All', sharePercent: 100 },
];

/** A new organisation with connected ovens that hold revision 1 of a program, whose revision 2 is a draft. */
async function aDraft(count = 3, fields: Record<string, unknown> = {}) {
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const program = await aProgram(admin);
  for (let index = 0; index < count; index += 1) ovens.push(await anObedientOven(server, admin, fields));
  await install(
    admin,
    ovens.map(({ id }) => id),
    [program.id],
  );
  await everyOven(1);
  (await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(200), draft: true })).expect(200);
  return program;
}

const revisionOn = (oven: ObedientOven) => oven.desired()[0]?.revision ?? 0;
const everyOven = (revision: number) => eventually(() => ovens.every((oven) => revisionOn(oven) === revision));
const holders = (revision: number) => ovens.filter((oven) => revisionOn(oven) === revision);
const theCanary = () => eventually(() => holders(2)[0]);
const start = async (program: { id: string }, fields: object = {}) =>
  (await admin.post(`/programs/${program.id}/rollouts`, { revision: 2, rings: canary, ...fields })).expect(
    201,
  ) as RolloutView;
const approved = async ({ id }: { id: string }) => (await admin.get(`/programs/${id}`)).body.approvedRevision;

describe('MNU-03 the rollout of a program', () => {
  it('reaches the first ring alone, then after a bake the others, and ends with the approval of its revision', async () => {
    const program = await aDraft();
    expect(await approved(program)).toBe(1);
    const preview = (
      await admin.post(`/programs/${program.id}/rollouts/preview`, { revision: 2, rings: canary })
    ).expect(200);
    expect(preview).toMatchObject({ rings: [{ machines: 1 }, { machines: 2 }], leftOut: [] });
    expect(holders(2)).toEqual([]);
    const rollout = await start(program, { bakesToOpen: 1 });
    const first = await theCanary();
    await reaches(rollout, { rings: [{ counts: { done: 1 }, bakes: { completed: 0 } }, { state: 'waiting' }] });
    expect(holders(2)).toEqual([first]);
    const row = (await admin.get(`/programMachines?machine=${first.id}`)).body['hydra:member'][0];
    expect(row).toMatchObject({ state: 'synchronised', wantedRevision: 2, reportedRevision: 2 });
    await first.bake(program.id);
    await reaches(rollout, { rings: [{ state: 'done', bakes: { completed: 1 } }, { counts: { done: 2 } }] });
    await everyOven(2);
    expect(await approved(program)).toBe(1);
    await ovens.find((oven) => oven !== first)?.bake(program.id);
    await reaches(rollout, { state: 'done', rings: [{ counts: { done: 1 } }, { counts: { done: 2 } }] });
    expect(await approved(program)).toBe(2);
    expect(await server.ownerQuery('select from installations where "givenRevision" is not null')).toEqual([]);
    const { points } = (await admin.get(`/rollouts/${rollout.id}/curve`)).expect(200) as {
      points: { held: number[] }[];
    };
    expect([points[0]?.held, points.at(-1)?.held]).toEqual([
      [0, 0],
      [1, 2],
    ]);
    const [listed] = (await admin.get(`/rollouts?program=${program.id}`)).body['hydra:member'];
    expect(listed).toMatchObject({ id: rollout.id, rings: [{ counts: { done: 1 } }, { counts: { done: 2 } }] });
  });

  it('stops by itself at a refusal and says why; back with one call, and again on request', async () => {
    const program = await aDraft();
    for (const oven of ovens) oven.refuse(2);
    const rollout = await start(program);
    await reaches(rollout, { state: 'aborted', reason: 'failures', rings: [{ counts: { failed: 1 } }, {}] });
    const [failed] = (await admin.get(`/rollouts/${rollout.id}/machines?state=failed`)).body['hydra:member'];
    expect(failed).toMatchObject({ ring: 0, message: 'The program is not valid for this oven' });
    expect(holders(2)).toHaveLength(1);
    (await act(rollout, 'rollBack')).expect(200);
    await everyOven(1);
    const back = await now(rollout);
    expect(back).toMatchObject({ state: 'rolledBack', canRollBack: false, retryable: 3 });
    expect(back.rings[0]?.counts.rolledBack).toBe(1);
    expect((await act(rollout, 'rollBack')).status).toBe(409);
    for (const oven of ovens) oven.refuse(null);
    (await act(rollout, 'retry')).expect(200);
    await reaches(rollout, { state: 'done' });
    await everyOven(2);
    expect(await approved(program)).toBe(2);
    (await act(rollout, 'rollBack')).expect(200);
    await everyOven(1);
    expect(await approved(program)).toBe(1);
    const types = (await admin.get(`/history?entity=rollout&thing=${rollout.id}`)).body['hydra:member'].map(
      (event: { typeEvent: string }) => event.typeEvent,
    );
    expect(types).toEqual(['rollBack', 'end', 'start', 'rollBack', 'end', 'start']);
  });

  it('stops by itself when bakes are interrupted', async () => {
    const program = await aDraft();
    const rollout = await start(program, { bakesToOpen: 2, abortAtInterruptedPercent: 49 });
    const first = await theCanary();
    await first.bake(program.id, 'interrupted');
    await reaches(rollout, { state: 'aborted', reason: 'interrupted', rings: [{ bakes: { interrupted: 1 } }, {}] });
  });

  it('gives one ring back and ends, also after the approval, where the ring keeps what it had before', async () => {
    const program = await aDraft();
    const rollout = await start(program);
    await reaches(rollout, { state: 'done' });
    await everyOven(2);
    (await act(rollout, 'rollBack', { ring: 0 })).expect(200);
    await eventually(() => holders(1).length === 1);
    expect(await approved(program)).toBe(2);
    const after = await now(rollout);
    expect(after).toMatchObject({ state: 'done', rings: [{ canRollBack: false }, { canRollBack: true }] });
    // Everybody gets the next approved revision.
    (await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210) })).expect(200);
    await everyOven(3);
    expect((await now(rollout)).canRollBack).toBe(false);
    expect((await act(rollout, 'rollBack')).status).toBe(409);
  });

  it('goes back to what each oven had, not only to what was approved, and not while another one is open', async () => {
    const program = await aDraft(2);
    const one = await start(program, { rings: [{ name: 'First', sharePercent: 1 }] });
    await reaches(one, { state: 'done' });
    await everyOven(2);
    (await act(one, 'rollBack')).expect(200);
    await everyOven(1);
    // Stopped, so that its first oven keeps revision 2.
    const two = await start(program, { bakesToOpen: 9 });
    const first = await theCanary();
    // Once it has reported it: a stop takes back what no oven has confirmed.
    await reaches(two, { rings: [{ counts: { done: 1 } }, { state: 'waiting' }] });
    (await act(two, 'stop')).expect(200);
    (await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210), draft: true })).expect(200);
    const three = await start(program, { revision: 3, rings: [{ name: 'All' }], bakesToOpen: 9 });
    await everyOven(3);
    expect(await now(two)).toMatchObject({ canRollBack: false, retryable: 0 });
    expect((await act(two, 'rollBack')).status).toBe(409);
    (await act(three, 'rollBack')).expect(200);
    await eventually(() => revisionOn(first) === 2 && holders(1).length === 1);
  });

  it('gives it once more to an oven from which the program was removed and added again', async () => {
    const program = await aDraft(1);
    const [oven] = ovens;
    const rollout = await start(program, { rings: [{ name: 'All' }], bakesToOpen: 9 });
    await everyOven(2);
    const [row] = (await admin.get(`/programMachines?machine=${oven?.id}`)).body['hydra:member'];
    (await admin.delete(`/programMachines/${row.id}`)).expect(204);
    await eventually(() => oven?.desired().length === 0);
    await install(admin, [oven?.id ?? ''], [program.id]);
    await reaches(rollout, { rings: [{ counts: { done: 1 } }] });
    await everyOven(2);
  });

  it('gives an oven that is away what it had before when the rollout ends, and takes back one that is out of service', async () => {
    const program = await aDraft(2);
    for (const oven of ovens) await oven.close();
    const rollout = await start(program, { rings: [{ name: 'All' }] });
    await reaches(rollout, { rings: [{ counts: { away: 2 } }] });
    (await act(rollout, 'stop')).expect(200);
    const given = () =>
      server.ownerQuery('select from installations where "programId" = $1 and "givenRevision" is not null', [
        program.id,
      ]);
    expect(await given()).toEqual([]);
    (await act(rollout, 'retry')).expect(200);
    await reaches(rollout, { rings: [{ counts: { away: 2 } }] });
    (await admin.put(`/machines/${ovens[0]?.id}`, { active: false })).expect(200);
    (await act(rollout, 'rollBack')).expect(200);
    expect(await given()).toEqual([]);
  });

  it('counts its bakes anew when it is tried again after too many were interrupted', async () => {
    const program = await aDraft(2);
    const rollout = await start(program, { bakesToOpen: 1, abortAtInterruptedPercent: 0 });
    const first = await theCanary();
    await first.bake(program.id, 'interrupted');
    await reaches(rollout, { state: 'aborted', reason: 'interrupted' });
    (await act(rollout, 'retry')).expect(200);
    await reaches(rollout, { state: 'running', rings: [{ bakes: { interrupted: 0 } }, {}] });
    const [listed] = (await admin.get(`/rollouts?program=${program.id}`)).body['hydra:member'];
    expect(listed).toMatchObject({ rings: [{ counts: { done: 1 }, bakes: { completed: 0, interrupted: 0 } }, {}] });
    await first.bake(program.id);
    await reaches(rollout, { rings: [{ state: 'done' }, { counts: { done: 1 } }] });
  });

  it('is refused or ends when another revision is approved at the moment of a retry, and never overwrites it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const program = await aDraft(1);
      const rollout = await start(program, { rings: [{ name: 'All' }], bakesToOpen: 9 });
      await everyOven(2);
      (await act(rollout, 'stop')).expect(200);
      (await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210), draft: true })).expect(200);
      const [retry, approval] = await Promise.all([
        act(rollout, 'retry'),
        admin.put(`/programs/${program.id}`, { approved: true }),
      ]);
      expect([retry.status, approval.status].filter((status) => status === 200)).toHaveLength(1);
      if (approval.status === 200) await everyOven(3);
      for (const one of ovens.splice(0)) await one.close();
    }
  });

  it('waits for each oven’s own hours', async () => {
    const program = await aDraft(1, { timezone: 'UTC' });
    const [oven] = ovens;
    const at = new Date(server.services.now().getTime() + 3 * 3_600_000).toISOString().slice(11, 13);
    (await admin.put(`/machines/${oven?.id}/updates`, { hours: { from: `${at}:00`, to: `${at}:30` } })).expect(200);
    const rollout = await start(program, { rings: [{ name: 'All' }] });
    await reaches(rollout, { state: 'running', rings: [{ counts: { outsideHours: 1 } }] });
    const [row] = (await admin.get(`/rollouts/${rollout.id}/machines?state=outsideHours`)).body['hydra:member'];
    expect(row.notBefore).toMatch(new RegExp(`T${at}:00`));
    // By the server's clock: once the hours have begun it waits for the next turn, of which a paused rollout has none.
    (await act(rollout, 'pause')).expect(200);
    server.advance(3 * 3600);
    expect(await now(rollout)).toMatchObject({ rings: [{ counts: { outsideHours: 0, waiting: 1 } }] });
    (await act(rollout, 'resume')).expect(200);
    (await admin.put(`/machines/${oven?.id}/updates`, { hours: null })).expect(200);
    await reaches(rollout, { state: 'done' });
    await everyOven(2);
  });

  it('HRS-01 waits while the shop of an oven is open, and is judged again when its hours change', async () => {
    const program = await aDraft(1);
    const [oven] = ovens;
    const day = (later: number) => weekdays[(server.services.now().getUTCDay() + 6 + later) % 7];
    const open = [{ from: '00:00', to: '24:00' }];
    const closed = Object.fromEntries(weekdays.map((one) => [one, []]));
    const week = { ...closed, [`${day(0)}`]: open, [`${day(1)}`]: open };
    const shop = (await admin.post('/structures', { name: 'Open today', hours: { week } })).expect(201) as {
      id: string;
    };
    (await admin.put(`/machines/${oven?.id}`, { structure: shop.id })).expect(200);
    const rollout = await start(program, { rings: [{ name: 'All' }] });
    await reaches(rollout, { state: 'running', rings: [{ counts: { outsideHours: 1 } }] });
    (await admin.put(`/structures/${shop.id}`, { hours: { week: closed } })).expect(200);
    await reaches(rollout, { state: 'done' });
    await everyOven(2);
  });

  it('HRS-01 judges again when ovens are given another timezone together', async () => {
    const program = await aDraft(1, { timezone: 'UTC' });
    const [oven] = ovens;
    const hourIn = (hours: number) =>
      `${new Date(server.services.now().getTime() + hours * 3_600_000).toISOString().slice(11, 13)}:00`;
    const hours = { from: hourIn(5), to: hourIn(7) };
    (await admin.put(`/machines/${oven?.id}/updates`, { hours })).expect(200);
    const rollout = await start(program, { rings: [{ name: 'All' }] });
    await reaches(rollout, { state: 'running', rings: [{ counts: { outsideHours: 1 } }] });
    // Six hours ahead of UTC.
    await bulkRun(admin, 'machines.zone', [oven?.id ?? ''], { timezone: 'Etc/GMT-6' });
    await reaches(rollout, { state: 'done' });
    await everyOven(2);
  });

  it('pauses after a long silence of its ovens, and can be paused and resumed by people', async () => {
    const program = await aDraft(2);
    for (const one of ovens) await one.close();
    const rollout = await start(program, { silenceMinutes: 60 });
    (await act(rollout, 'pause')).expect(200);
    (await act(rollout, 'resume')).expect(200);
    server.advance(61 * 60);
    await reaches(rollout, { state: 'paused', reason: 'silence', rings: [{ counts: { away: 1 } }, {}] });
    (await act(rollout, 'stop')).expect(200);
    expect(await now(rollout)).toMatchObject({ state: 'stopped', rings: [{}, { counts: { cancelled: 1 } }] });
  });

  it('is ended by a person who approves its revision for all or deletes the program, and refuses another', async () => {
    const program = await aDraft();
    const rollout = await start(program, { bakesToOpen: 5 });
    await theCanary();
    const second = await admin.post(`/programs/${program.id}/rollouts`, { revision: 2, rings: canary });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining('Only one rollout')]);
    const updated = await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(210), draft: true });
    updated.expect(200);
    const other = await admin.put(`/programs/${program.id}`, { approved: true });
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining('Revision 2 is being rolled out')]);
    (await act(rollout, 'stop')).expect(200);
    const third = await start(program, { revision: 3, bakesToOpen: 5 });
    await eventually(() => holders(3).length > 0);
    (await admin.put(`/programs/${program.id}`, { approved: true })).expect(200);
    await everyOven(3);
    expect(await now(third)).toMatchObject({ state: 'done', reason: 'approved', canRollBack: true });
    const last = await start(program, { revision: 2, bakesToOpen: 5 });
    await theCanary();
    (await admin.delete(`/programs/${program.id}`)).expect(204);
    await eventually(() => ovens.every((oven) => oven.desired().length === 0));
    expect(await now(last)).toMatchObject({ state: 'stopped', reason: 'withdrawn', canRollBack: false });
  });

  it('is ended by a person who withdraws what is approved, and no oven keeps any revision', async () => {
    const program = await aDraft(2);
    const rollout = await start(program, { bakesToOpen: 5 });
    await theCanary();
    (await admin.put(`/programs/${program.id}`, { withdraw: true })).expect(200);
    await eventually(() => ovens.every((oven) => oven.desired().length === 0));
    expect(await now(rollout)).toMatchObject({ state: 'stopped', reason: 'withdrawn' });
  });

  it('begins with a program that was never approved, whose ovens lose it again at a rollback', async () => {
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const program = await aProgram(admin, { approved: false });
    for (let index = 0; index < 2; index += 1) ovens.push(await anObedientOven(server, admin));
    await install(
      admin,
      ovens.map(({ id }) => id),
      [program.id],
    );
    const rollout = await start(program, { revision: 1, bakesToOpen: 1 });
    await eventually(() => holders(1).length === 1);
    await reaches(rollout, { rings: [{ counts: { done: 1 } }, {}] });
    (await act(rollout, 'rollBack')).expect(200);
    await eventually(() => ovens.every((oven) => oven.desired().length === 0));
    expect(await approved(program)).toBe(null);
  });

  it('names field and rule of what it cannot take', async () => {
    const program = await aDraft(2);
    const refusal = async (fields: object) => {
      const { status, body } = await admin.post(`/programs/${program.id}/rollouts`, {
        revision: 2,
        rings: canary,
        ...fields,
      });
      return [status, body.violations?.[0]?.propertyPath ?? body.detail];
    };
    expect(await refusal({ revision: 7 })).toEqual([422, 'revision']);
    expect(await refusal({ revision: 1 })).toEqual([409, expect.stringContaining('is approved')]);
    expect(await refusal({ rings: [] })).toEqual([422, 'rings']);
    expect(await refusal({ rings: [{ name: 'One', structures: ['0199a000-0000-7000-8000-000000000000'] }] })).toEqual([
      422,
      'rings',
    ]);
    expect(await refusal({ bakesToOpen: -1 })).toEqual([422, 'bakesToOpen']);
    const both = await admin.put(`/programs/${program.id}`, { draft: true, approved: true });
    expect([both.status, both.body.violations?.[0]?.propertyPath]).toEqual([422, 'draft']);
  });

  it('is seen by those who see the program, each with the ovens that they see, and by no other organisation', async () => {
    const program = await aDraft(2);
    const shop = await aStructure(server, admin, 'Shop');
    (await admin.put(`/machines/${ovens[0]?.id}`, { structure: shop })).expect(200);
    const rollout = await start(program, { rings: [{ name: 'All' }], bakesToOpen: 1 });
    await reaches(rollout, { rings: [{ counts: { done: 2 } }] });
    const organisation = admin.organisationId ?? '';
    const half = await aPerson(server, 'user', organisation, {
      without: ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'],
    });
    await assignTo(server, half, shop);
    expect((await now(rollout, half)).rings[0]).toMatchObject({ size: 1, counts: { done: 1 } });
    const seen = (await half.get(`/rollouts/${rollout.id}/machines`)).body['hydra:member'];
    expect(seen.map(({ machine }: { machine: { id: string } }) => machine.id)).toEqual([ovens[0]?.id]);
    const reader = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_APPROVE_ACTION'] });
    expect((await reader.get(`/rollouts/${rollout.id}`)).status).toBe(200);
    expect((await reader.put(`/rollouts/${rollout.id}`, { action: 'stop' })).status).toBe(403);
    const blind = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_APPROVE_ACCESS'] });
    expect((await blind.get(`/rollouts/${rollout.id}`)).status).toBe(404);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const superAdmin = await aPerson(server, 'superAdmin', null);
    for (const person of [stranger, superAdmin]) {
      for (const path of ['', '/machines', '/curve'])
        expect((await person.get(`/rollouts/${rollout.id}${path}`)).status).toBe(404);
      expect((await person.put(`/rollouts/${rollout.id}`, { action: 'rollBack' })).status).toBe(404);
      expect((await person.get('/rollouts')).body['hydra:totalItems']).toBe(0);
    }
    const found = async (who: Person, q: string) =>
      (await who.get(`/rollouts?program=${program.id}&q=${encodeURIComponent(q)}`)).body['hydra:totalItems'];
    // GEN-12
    expect(await found(admin, `ada ${program.name.toUpperCase()}`)).toBe(1);
    expect([await found(admin, 'zoe'), await found(stranger, program.name)]).toEqual([0, 0]);
    expect((await stranger.post(`/programs/${program.id}/rollouts`, { revision: 2, rings: canary })).status).toBe(404);
  });
});
