import { restrictedProgram } from '@fournil/contract/programs/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person, preheatedTo } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
let editor: Person;
let reader: Person;
let outsider: Person;

const approving = ['ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_PROGRAM_APPROVE_ACTION'] as const;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  editor = await aPerson(server, 'user', organisation, { without: approving });
  reader = await aPerson(server, 'user', organisation, { without: approving });
  outsider = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

/** The settings of the builder's program with another preheat. */
const numbersOf = (answer: { body: { 'hydra:member': { revision: number }[] } }) =>
  answer.body['hydra:member'].map((one) => one.revision);

describe('PRG-03 the revisions of a program', () => {
  it('API-02 are listed newest first, by pages, with number, date, author and approval', async () => {
    const program = await aProgram(admin);
    await editor.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(240) });
    for (let celsius = 230; celsius > 220; celsius -= 1)
      await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(celsius) });
    const { body } = await admin.get(`/programs/${program.id}/revisions`);
    expect(body['hydra:totalItems']).toBe(12);
    expect(body['hydra:member']).toHaveLength(10);
    expect(numbersOf({ body })[0]).toBe(12);
    const [second, first] = (await admin.get(`/programs/${program.id}/revisions?page=2`)).body['hydra:member'];
    expect(first).toMatchObject({
      revision: 1,
      isApproved: true,
      isPresent: false,
      totalSeconds: 1200,
      createdBy: { id: admin.userId },
    });
    expect(first.approvedAt).not.toBeNull();
    expect(second).toMatchObject({
      revision: 2,
      isApproved: false,
      approvedAt: null,
      createdBy: { id: editor.userId },
    });
    expect((await admin.get(`/programs/${program.id}/revisions?order[name]=asc`)).status).toBe(400);
  });

  it('are each stored as they were', async () => {
    const program = await aProgram(admin, { name: 'Rye' });
    await admin.put(`/programs/${program.id}`, { name: 'Dark rye', phaseGroups: preheatedTo(210) });
    const { body: first } = await admin.get(`/programs/${program.id}/revisions/1`);
    expect(first).toMatchObject({ name: 'Rye', revision: 1, isPresent: false, isApproved: false });
    expect(first.phaseGroups).toEqual(program.phaseGroups);
    expect((await admin.get(`/programs/${program.id}/revisions/2`)).body).toMatchObject({
      name: 'Dark rye',
      isPresent: true,
      isApproved: true,
    });
  });

  it('record when each was approved, also after the approval is withdrawn', async () => {
    const program = await aProgram(admin, { approved: false });
    expect((await admin.get(`/programs/${program.id}/revisions/1`)).body.approvedAt).toBeNull();
    server.advance(1800);
    await admin.put(`/programs/${program.id}`, { approved: true });
    const { approvedAt } = (await admin.get(`/programs/${program.id}/revisions/1`)).body;
    expect(Date.parse(approvedAt)).toBeGreaterThan(Date.now() + 900_000);
    await admin.put(`/programs/${program.id}`, { approved: false });
    expect((await admin.get(`/programs/${program.id}/revisions/1`)).body).toMatchObject({
      approvedAt,
      isApproved: false,
    });
  });

  it('that were never approved are visible to people who may see unapproved programs, and to their author', async () => {
    const program = await aProgram(admin);
    await editor.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(240) });
    await admin.put(`/programs/${program.id}`, { phaseGroups: preheatedTo(230), approved: true });
    expect(numbersOf(await admin.get(`/programs/${program.id}/revisions`))).toEqual([3, 2, 1]);
    expect(numbersOf(await editor.get(`/programs/${program.id}/revisions`))).toEqual([3, 2, 1]);
    expect(numbersOf(await reader.get(`/programs/${program.id}/revisions`))).toEqual([3, 1]);
    expect((await reader.get(`/programs/${program.id}/revisions/2`)).status).toBe(404);
    expect((await reader.get(`/programs/${program.id}/revisions/1`)).status).toBe(200);
  });

  it.each(['', '/1'])('RGT-04 RGT-06 are refused like the program itself: /revisions%s', async (path) => {
    const program = await aProgram(admin);
    const waiting = await aProgram(admin, { approved: false });
    const without = await aPerson(server, 'user', organisation, { without: ['ROLE_PROGRAM_ACCESS'] });
    const at = (id: string) => `/programs/${id}/revisions${path}`;
    expect((await apiAs(server, null).get(at(program.id))).status).toBe(401);
    expect((await without.get(at(program.id))).status).toBe(403);
    const never = await admin.get(at(newId()));
    expect(never.status).toBe(404);
    for (const answer of [
      await outsider.get(at(program.id)),
      await reader.get(at(waiting.id)),
      await admin.get(at('no-id')),
    ])
      expect([answer.status, answer.body.detail, answer.body.key]).toEqual([404, never.body.detail, undefined]);
  });

  it.each(['0', '-1', '99', 'x', '1.5', '99999999999'])('answer 404 for the number %s', async (number) => {
    const program = await aProgram(admin);
    expect((await admin.get(`/programs/${program.id}/revisions/${number}`)).status).toBe(404);
  });
});

describe('PRG-03 the name of a program without approval', () => {
  it('is replaced by a notice for a reader who sees a machine that holds it', async () => {
    const [known, unknown] = [await aProgram(admin, { approved: false }), await aProgram(admin, { approved: false })];
    const machine = await aMachine(admin);
    await admin.post('/programMachines', { machine: machine.id, program: known.id });
    for (const path of ['', '/revisions', '/revisions/1']) {
      expect((await reader.get(`/programs/${known.id}${path}`)).body).toMatchObject({
        status: 404,
        key: restrictedProgram,
        detail: 'Access restricted to unapproved programs',
      });
    }
    expect((await admin.get(`/programs/${known.id}`)).status).toBe(200);
    const never = (await reader.get(`/programs/${newId()}`)).body;
    const { requestId: _, ...answer } = (await reader.get(`/programs/${unknown.id}`)).body;
    expect(answer).toEqual({ ...never, requestId: undefined });
    const blind = await aPerson(server, 'user', organisation, { without: [...approving, 'ROLE_MACHINE_ACCESS'] });
    const distant = await aPerson(server, 'user', organisation, {
      without: [...approving, 'ROLE_MACHINE_ACCESS_NO_STRUCTURE', 'ROLE_STRUCTURE_TOTAL_ACCESS'],
    });
    for (const person of [blind, distant, outsider])
      expect((await person.get(`/programs/${known.id}`)).body.key).toBeUndefined();
  });

  it('is hidden in lists, on machines, in histories and in bulk calls', async () => {
    const secret = await aProgram(admin, { approved: false, name: 'Secret galette' });
    const machine = await aMachine(admin);
    await admin.post('/programMachines', { machine: machine.id, program: secret.id });
    const paths = [
      '/programs',
      '/programs?q=Secret',
      `/programs?machine=${machine.id}`,
      '/machines',
      `/machines/${machine.id}`,
      `/machines/${machine.id}/deletion`,
      `/programMachines?machine=${machine.id}`,
      `/programMachines?program=${secret.id}`,
      `/history/machine/${machine.id}/full`,
      '/home',
    ];
    for (const path of paths) {
      const answer = await reader.get(path);
      expect(answer.status, path).toBe(200);
      expect(JSON.stringify(answer.body), path).not.toContain('Secret galette');
    }
    const [installation] = (await reader.get(`/programMachines?machine=${machine.id}`)).body['hydra:member'];
    expect(installation.program).toMatchObject({ name: null, restricted: true, phaseGroups: [], totalSeconds: 0 });
    expect((await reader.get(`/history/program/${secret.id}/full`)).status).toBe(404);
    for (const answer of [
      await reader.post('/programMachines', { machine: machine.id, program: secret.id }),
      await reader.put(`/programs/${secret.id}`, { name: 'x' }),
      await reader.delete(`/programs/${secret.id}`),
      await reader.get(`/programs/${secret.id}/export`),
    ]) {
      expect([404, 422]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('Secret galette');
    }
  });

  it('HIS-01 stays hidden in histories after the program was deleted, unless it was approved then', async () => {
    const machine = await aMachine(admin);
    const seen = async (person: Person) =>
      JSON.stringify((await person.get(`/history/machine/${machine.id}/full`)).body);
    const made = async (author: Person, name: string, ...approvals: boolean[]) => {
      const { id } = await aProgram(author, { approved: false, name });
      for (const approved of approvals) await admin.put(`/programs/${id}`, { approved });
      await admin.post('/programMachines', { machine: machine.id, program: id });
      await admin.delete(`/programs/${id}`);
    };
    await made(admin, 'Never approved');
    await made(admin, 'Withdrawn', true, false);
    await made(admin, 'Approved to the end', true, false, true);
    await made(reader, 'Their own');
    const named = ['Never approved', 'Withdrawn', 'Approved to the end', 'Their own'];
    const [toAdmin, toReader] = [await seen(admin), await seen(reader)];
    expect(named.filter((name) => toAdmin.includes(name))).toEqual(named);
    expect(named.filter((name) => toReader.includes(name))).toEqual(['Approved to the end', 'Their own']);
  });
});
