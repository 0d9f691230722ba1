import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, aProgram, install } from '../testing/builders.ts';
import { aPairedMachine } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('MNU-05 the list of differences', () => {
  it('contains exactly those whose state says so, newest first over several pages', async () => {
    const owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const programs = [await aProgram(owner), await aProgram(owner)];
    const machines: { id: string }[] = [];
    for (let index = 0; index < 6; index += 1) machines.push((await aPairedMachine(server, owner)).machine);
    await install(
      owner,
      machines.map(({ id }) => id),
      programs.map(({ id }) => id),
    );
    // What ovens can have reported, and people decided.
    const reported = [
      `"reportedState" = 'changed', "reportedSha256" = 'a'`,
      `"reportedState" = 'changed', "reportedSha256" = 'a', "keptSha256" = 'a'`,
      `"reportedState" = 'changed', "reportedSha256" = 'b'`,
      `"reportedState" = 'changed', "reportedSha256" = 'a', "overwriteSha256" = 'a'`,
      `"reportedState" = 'changed', "reportedSha256" = (select sha256 from "programRevisions"
        where "organisationId" = installations."organisationId"
        and "programId" = installations."programId" and revision = 1)`,
      `"reportedState" = 'changed', "reportedSha256" = 'a', "keptSha256" = 'a', "adoptedRevision" = 1`,
      `"reportedState" = 'applied', "reportedSha256" = 'a'`,
      `"reportedState" = 'refused', "reportedSha256" = 'a'`,
      `"reportedState" = null`,
      `"reportedState" = 'changed', "reportedSha256" = 'c'`,
      `"reportedState" = 'changed', "reportedSha256" = 'd', "keptSha256" = 'c'`,
      `"reportedState" = 'changed', "reportedSha256" = 'e', "keptSha256" = 'e', "keptUntil" = now() - interval '1 day'`,
    ];
    const all = async (query: string) =>
      (await owner.get(`/programMachines?${query}`)).body['hydra:member'] as ProgramMachineView[];
    for (const [index, { id }] of (await all('itemsPerPage=100')).entries())
      await server.ownerQuery(
        `update installations set "reportedRevision" = 1, "reportedAt" = now() - $2::int * interval '1 minute',
           ${reported[index]} where id = $1`,
        [id, (index * 7) % 12],
      );
    (await owner.put(`/machines/${machines[5]?.id}`, { active: false })).expect(200);
    const rows = await all('itemsPerPage=100');
    const changed = rows.filter(({ state }) => state === 'changedOnMachine');
    expect(rows).toHaveLength(12);
    expect(changed.length).toBeGreaterThan(3);
    const idsOf = (links: ProgramMachineView[]) => links.map(({ id }) => id);
    const byTime = changed.toSorted((one, other) => (one.since < other.since ? 1 : -1));
    const pages = [1, 2, 3, 4].map((page) => all(`changed=true&order[since]=desc&itemsPerPage=2&page=${page}`));
    expect(idsOf((await Promise.all(pages)).flat())).toEqual(idsOf(byTime));
    expect(new Set(idsOf(await all('changed=false&itemsPerPage=100')))).toEqual(
      new Set(idsOf(rows.filter((row) => !changed.includes(row)))),
    );
    const undecided = await all('changed=true&kept=false&itemsPerPage=100');
    expect(new Set(idsOf(undecided))).toEqual(new Set(idsOf(changed.filter(({ change: found }) => !found?.kept))));
    const home = (await owner.get('/home')).expect(200) as { differences: number };
    expect(home.differences).toBe(undecided.length);
  });
});
