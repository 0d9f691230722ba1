import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '../server/src/db/withClient.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { json } from './load.ts';
import { openSeeded } from './seeded.ts';

/**
 * MNU-05, `npm run bench -- menus`: a menu of 60 programs is saved for one oven and for BENCH_MACHINES (10000), and worked
 * off. The ratios are meaningful, the seconds depend on the computer.
 */
const machines = Number(process.env['BENCH_MACHINES'] ?? 10_000);
const programCount = 60;
const structures = 5;

const write = (text: string) => process.stdout.write(`${text}\n`);
const { url, port, tokens, close } = await openSeeded({ organisations: 1, machines });
const [token = ''] = tokens;
try {
  const send = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    json<Answer>(port, { method, path: `/api${path}`, token, ...(body ? { body: JSON.stringify(body) } : {}) });
  const timed = async <Answer>(work: () => Promise<Answer>): Promise<[milliseconds: number, Answer]> => {
    const start = performance.now();
    const answer = await work();
    return [performance.now() - start, answer];
  };
  const { phaseGroups } = await send<{ phaseGroups: object }>('GET', `/programs/${idOf(4, 101)}`);
  const programs: string[] = [];
  for (let number = 1; number <= programCount; number += 1) {
    const input = { name: `Menu program ${number}`, category: 'deck', phaseGroups, approved: true };
    programs.push((await send<{ id: string }>('POST', '/programs', input)).id);
  }
  const everywhere = Array.from({ length: structures }, (_, index) => ({
    kind: 'structure',
    id: idOf(3, 101 + index),
  }));
  const menu = { name: 'Every day', category: 'deck', programs, approved: true };
  const count = (condition: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${condition}`);
      return rows[0]?.count ?? 0;
    });
  /** Until the ovens hold what they should, with the number that hold it at each second. */
  const workedOff = async (rows: number) => {
    const start = performance.now();
    const curve: string[] = [];
    for (;;) {
      const done = await count('installations where "menuId" is not null');
      curve.push(`${((performance.now() - start) / 1000).toFixed(0)} s: ${done}`);
      if (done === rows && (await count('"menuChecks"')) === 0) break;
      await wait(1000);
    }
    return { seconds: (performance.now() - start) / 1000, curve };
  };
  const one = { ...menu, name: 'One', places: [{ kind: 'machine', id: idOf(5, 1_000_001) }] };
  const [ofOne, { id: oneId }] = await timed(() => send<{ id: string }>('POST', '/menus', one));
  await workedOff(programCount);
  const [list] = await timed(() => send('GET', '/machines'));
  const input = { category: 'deck', programs, places: everywhere };
  const [preview, { machineCount }] = await timed(() =>
    send<{ machineCount: number }>('POST', '/menus/preview', input),
  );
  const [ofAll, { id }] = await timed(() => send<{ id: string }>('POST', '/menus', { ...menu, places: everywhere }));
  const work = await workedOff(programCount * machines);
  const [edit] = await timed(() => send('PUT', `/menus/${id}`, { programs: programs.slice(1) }));
  const again = await workedOff(programCount + (programCount - 1) * (machines - 1));
  const [read] = await timed(() => send('GET', '/menus'));
  const [page] = await timed(() => send('GET', `/programMachines?menu=${id}&changed=true`));
  const row = (name: string, milliseconds: number) =>
    write(`${name}: ${milliseconds.toFixed(0)} ms, ${(milliseconds / list).toFixed(1)} times the list of machines`);
  write(
    `${machines} ovens, ${programCount} programs; one oven follows a menu of its own (${oneId}); preview of ${machineCount}`,
  );
  row('saved for one oven', ofOne);
  row('saved for all', ofAll);
  row('saved without one program', edit);
  row('previewed for all', preview);
  row('list of menus with their reach', read);
  row('differences of the menu', page);
  write(
    `worked off: ${work.seconds.toFixed(1)} s, ${Math.round((programCount * machines) / work.seconds)} programs a second`,
  );
  write(`one program less: ${again.seconds.toFixed(1)} s`);
  write(work.curve.join(', '));
} finally {
  await close();
}
