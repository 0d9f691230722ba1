import { hashPassword } from '../server/src/accounts/index.ts';
import { withClient } from '../server/src/db/withClient.ts';
import { cpio } from '../server/src/demo/cpio.ts';
import { benchPassword, idOf } from '../server/src/operator/seedLoad.ts';
import { asBase64, theLargestPicture } from '../server/src/testing/pictures.ts';
import { seedActivities } from './exports.ts';
import { text, times } from './growth.ts';
import { loadCalls, signIn } from './load.ts';
import type { Measured } from './processes.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  url: string;
  server: Measured;
  /** Tokens of the first client admins, by organisation from 1. */
  tokens: readonly string[];
  seconds: number;
  table: Row[];
}

const bar = '≤ 50 ms';
const longHistory = 1_000_000;
const asked = 19;

/** Shared by the measurements: the calls, and undisturbed lists for comparison. */
interface Scene extends Place {
  call: (token: string, path: string, init?: RequestInit) => Promise<Response>;
  sendJson: (token: string, path: string, body: string) => Promise<Response>;
  /** Lists of the last organisation, which only reads; the others cause the load. */
  lists: () => ReturnType<typeof loadCalls>;
  reader: string;
  quietMilliseconds: number;
  someone: (turn: number) => string;
}

/** SEC-06: the event loop's delay, and the time of other people's lists, during the heaviest calls. */
export async function measureBounds(place: Place): Promise<void> {
  const scene = await sceneOf(place);
  await importsAndPictures(scene);
  await exportsAtOnce(scene);
  await longHistories(scene);
  await versionsAndDocuments(scene);
}

async function sceneOf(place: Place): Promise<Scene> {
  const { port, tokens, seconds } = place;
  const call = (token: string, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const sendJson = (token: string, path: string, body: string) =>
    call(token, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const reader = tokens[asked] ?? '';
  const lists = () =>
    loadCalls(port, () => ({ method: 'GET', path: '/api/machines?itemsPerPage=30', token: reader }), seconds, 2);
  await lists();
  const { p50Milliseconds: quietMilliseconds } = await lists();
  const someone = (turn: number) => tokens[turn % asked] ?? '';
  return { ...place, call, sendJson, lists, reader, quietMilliseconds, someone };
}

/** Runs this work with so many callers at once for the time of a measurement, and records its effect on others. */
async function during(
  { server, seconds, table, lists, quietMilliseconds }: Scene,
  what: string,
  together: number,
  work: (turn: number) => Promise<Response>,
): Promise<void> {
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
    against: `lists p50 ${text(meanwhile.p50Milliseconds)} (quiet ${text(quietMilliseconds)})`,
    ratio: times(meanwhile.p50Milliseconds, quietMilliseconds),
    bar,
  });
}

async function importsAndPictures(scene: Scene): Promise<void> {
  const { sendJson, someone } = scene;
  const files = Array.from({ length: 40 }, (_, index) => ({ name: `${index}.prog`, content: hostileProgram() }));
  const imported = JSON.stringify({ files });
  await during(scene, 'imports of 40 files of 64 kB', 2, (turn) =>
    sendJson(someone(turn), '/programs/import/preview', imported),
  );
  const picture = JSON.stringify({ imageBase64: await asBase64(await theLargestPicture()) });
  await during(scene, 'three pictures of 16 megapixels at a time', 3, (turn) =>
    sendJson(someone(turn), '/image/preview', picture),
  );
}

async function exportsAtOnce(scene: Scene): Promise<void> {
  const { call, tokens, url } = scene;
  for (const organisation of [1, 2, 3, 4, 5]) await seedActivities(url, organisation, 100_000);
  await during(scene, 'ten exports of 100,000 rows at once', 10, async (turn) => {
    const answer = await call(tokens[turn % 5] ?? '', '/machines/usage.csv?kind=activities');
    if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 500));
    return answer;
  });
}

async function longHistories({ port, url, tokens: [token = ''], table }: Scene): Promise<void> {
  await seedHistory(url);
  const path = `/api/history/machine/${idOf(5, 1_000_001)}/full`;
  for (const [what, filter] of [
    ['the first ten', ''],
    ['the first of a kind that is rare', '?type=creation'],
  ]) {
    const first = await loadCalls(port, () => ({ method: 'GET', path: `${path}${filter}`, token }), 3, 1);
    table.push({
      what: `SEC-06 ${what} of ${longHistory.toLocaleString('en')} events`,
      ours: `p50 ${text(first.p50Milliseconds)}, p99 ${text(first.p99Milliseconds)}`,
      against: '',
      ratio: '',
      bar,
    });
  }
}

async function versionsAndDocuments(scene: Scene): Promise<void> {
  const { call, sendJson, port, url, reader, someone } = scene;
  const maker = await superAdmin(port, url);
  const swu = cpio([['sw-description', Buffer.from('hardware-compatibility=['.repeat(2700))]]);
  let count = 0;
  await during(scene, 'descriptions of 64 kB that are refused', 2, () => {
    const form = new FormData();
    count += 1;
    const version = `9.${count % 1000}.${Math.floor(count / 1000)}`;
    form.append('data', JSON.stringify({ version, models: ['sole-3-12'] }));
    form.append('file', new Blob([new Uint8Array(swu)]), 'oven.swu');
    return call(maker, '/software_updates', { method: 'POST', body: form });
  });
  const documents = ['/openapi.json', '/asyncapi.json', '/docs.jsonld'];
  await during(scene, 'the documents of the API', 4, (turn) => call(reader, documents[turn % 3] ?? ''));
  const crowds = [
    '['.repeat(900_000),
    JSON.stringify({ ids: Array(400_000).fill(1) }),
    JSON.stringify({ phaseGroups: Array(1200).fill({}) }),
  ];
  await during(scene, 'bodies of many values', 4, (turn) =>
    sendJson(someone(turn), '/programs', crowds[turn % crowds.length] ?? ''),
  );
}

/** As many invalid values as a file may contain, with a mistake on each line. */
function hostileProgram(): string {
  const phases = Array(2400).fill('{"x":1}').join(',\n');
  return `{"format":"fournil-program","version":1,"checksum":"${'a'.repeat(64)}","program":{"phaseGroups":[${phases}]}}`.padEnd(
    65_000,
    ' ',
  );
}

async function seedHistory(url: string): Promise<void> {
  await withClient(url, async (client) => {
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
  await withClient(url, async (client) => {
    await client.query(
      `insert into users (id, kind, email, "emailKey", "passwordHash", "firstName", "lastName", "emailVerified", timezone)
       values (gen_random_uuid(), 'superAdmin', 'maker@bench.test', 'maker@bench.test', $1, 'Bench', 'Maker', true, 'Europe/Paris')`,
      [hash],
    );
  });
  return signIn(port, 'maker@bench.test', benchPassword);
}
