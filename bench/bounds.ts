import pg from 'pg';
import { hashPassword } from '../server/src/accounts/index.ts';
import { cpio } from '../server/src/demo/cpio.ts';
import { asBase64, theLargestPicture } from '../server/src/testing/pictures.ts';
import { seedActivities } from './exports.ts';
import { text, times } from './growth.ts';
import { loadCalls, signIn } from './load.ts';
import type { Measured } from './processes.ts';
import { benchPassword, idOf } from './seed.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  url: string;
  server: Measured;
  /** Of the first administrators, by organisation from 1. */
  tokens: readonly string[];
  seconds: number;
  table: Row[];
}

const bar = '≤ 50 ms';
const longHistory = 1_000_000;
const asked = 19;

/** SEC-06: how late the event loop comes, and how long other people's lists take, while the heaviest calls run. */
export async function measureBounds({ port, url, server, tokens, seconds, table }: Place): Promise<void> {
  const address = `http://127.0.0.1:${port}/api`;
  const call = (token: string, path: string, init: RequestInit = {}) =>
    fetch(address + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  const json = (token: string, path: string, body: string) =>
    call(token, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  /** The last organisations only read lists; the others do the heavy work. */
  const reader = tokens[asked] ?? '';
  const lists = () =>
    loadCalls(port, () => ({ method: 'GET', path: '/api/machines?itemsPerPage=30', token: reader }), seconds, 2);
  await lists();
  const quiet = await lists();

  const during = async (what: string, together: number, work: (index: number) => Promise<Response>) => {
    process.stderr.write(`${what}\n`);
    const until = performance.now() + seconds * 1000;
    const statuses = new Map<number, number>();
    const before = server.memoryMegabytes();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, server.memoryMegabytes());
    }, 20);
    await server.loopDelay();
    const working = Array.from({ length: together }, async (_, index) => {
      for (let turn = index; performance.now() < until; turn += together) {
        const answer = await work(turn);
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    });
    const [meanwhile] = await Promise.all([lists(), ...working]);
    const { p99Milliseconds, maxMilliseconds } = await server.loopDelay();
    clearInterval(looking);
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    table.push({
      what: `SEC-06 event loop during ${what}`,
      ours: `p99 ${text(p99Milliseconds)}, at most ${text(maxMilliseconds)}; +${Math.round(most - before)} MB; ${answers}`,
      against: `lists p50 ${text(meanwhile.p50Milliseconds)} (quiet ${text(quiet.p50Milliseconds)})`,
      ratio: times(meanwhile.p50Milliseconds, quiet.p50Milliseconds),
      bar,
    });
  };
  const someone = (turn: number) => tokens[turn % asked] ?? '';

  const files = Array.from({ length: 40 }, (_, index) => ({ name: `${index}.prog`, content: hostileProgram() }));
  const imported = JSON.stringify({ files });
  await during('imports of 40 files of 64 kB', 2, (turn) => json(someone(turn), '/programs/import/preview', imported));

  const picture = JSON.stringify({ imageBase64: await asBase64(await theLargestPicture()) });
  await during('three pictures of 16 megapixels at a time', 3, (turn) =>
    json(someone(turn), '/image/preview', picture),
  );

  await seedActivities(url, 1, 100_000);
  for (const organisation of [2, 3, 4, 5]) await seedActivities(url, organisation, 100_000);
  await during('ten exports of 100,000 rows at once', 10, async (turn) => {
    const answer = await call(tokens[turn % 5] ?? '', '/machines/usage.csv?kind=activities');
    if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 500));
    return answer;
  });

  await seedHistory(url);
  const path = `/history/machine/${idOf(5, 1_000_001)}/full`;
  for (const [what, filter] of [
    ['the first ten', ''],
    ['the first of a kind that is rare', '?type=creation'],
  ]) {
    const first = await loadCalls(
      port,
      () => ({ method: 'GET', path: `/api${path}${filter}`, token: tokens[0] ?? '' }),
      3,
      1,
    );
    table.push({
      what: `SEC-06 ${what} of ${longHistory.toLocaleString('en')} events`,
      ours: `p50 ${text(first.p50Milliseconds)}, p99 ${text(first.p99Milliseconds)}`,
      against: '',
      ratio: '',
      bar,
    });
  }

  const maker = await superAdmin(port, url);
  const swu = cpio([['sw-description', Buffer.from('hardware-compatibility=['.repeat(2700))]]);
  let version = 0;
  await during('versions with a description of 64 kB', 2, () => {
    const form = new FormData();
    version += 1;
    form.append(
      'data',
      JSON.stringify({ version: `9.${version % 1000}.${Math.floor(version / 1000)}`, models: ['sole-3-12'] }),
    );
    form.append('file', new Blob([new Uint8Array(swu)]), 'oven.swu');
    return call(maker, '/software_updates', { method: 'POST', body: form });
  });
  await during('the documents of the API', 4, (turn) =>
    call(reader, ['/openapi.json', '/asyncapi.json', '/docs.jsonld'][turn % 3] ?? ''),
  );
  const crowds = [
    '['.repeat(900_000),
    JSON.stringify({ ids: Array(400_000).fill(1) }),
    JSON.stringify({ phaseGroups: Array(1200).fill({}) }),
  ];
  await during('bodies of many values', 4, (turn) =>
    json(someone(turn), '/programs', crowds[turn % crowds.length] ?? ''),
  );
}

/** As many wrong values as a file may hold, and a fault on each line. */
function hostileProgram(): string {
  const phases = Array(2400).fill('{"x":1}').join(',\n');
  return `{"format":"fournil-program","version":1,"checksum":"${'a'.repeat(64)}","program":{"phaseGroups":[${phases}]}}`.padEnd(
    65_000,
    ' ',
  );
}

async function seedHistory(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(
      `insert into "historyEvents" (id, "organisationId", type, entity, "originId", "originName", "targetEntity", "targetId", "targetName", "actorName", at)
       select gen_random_uuid(), $1, 'update', case n % 2 when 0 then 'machine' else 'program' end,
         case n % 2 when 0 then $2::uuid else gen_random_uuid() end, 'x',
         case n % 2 when 1 then 'machine' end, case n % 2 when 1 then $2::uuid end, 'x', 'Bench', now() - n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [idOf(1, 1), idOf(5, 1_000_001), longHistory],
    );
    await client.query('vacuum analyze "historyEvents"');
  });
}

async function superAdmin(port: number, url: string): Promise<string> {
  const hash = await hashPassword(benchPassword);
  await asOwner(url, async (client) => {
    await client.query(
      `insert into users (id, kind, email, "emailKey", "passwordHash", "firstName", "lastName", "emailVerified", timezone)
       values (gen_random_uuid(), 'superAdmin', 'maker@bench.test', 'maker@bench.test', $1, 'Bench', 'Maker', true, 'Europe/Paris')`,
      [hash],
    );
  });
  return signIn(port, 'maker@bench.test', benchPassword);
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}
