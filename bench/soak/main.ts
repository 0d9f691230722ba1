import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, runningCluster } from '../../server/src/db/embedded/cluster.ts';
import { seedLoad } from '../../server/src/operator/seedLoad.ts';
import { openMailServer } from '../../server/src/testing/services/mailServer.ts';
import { median } from '../growth.ts';
import { benchMasterKey, certify, machinesOfAll } from '../reports.ts';
import { runDisturbances } from './disturbances.ts';
import { runMachines } from './machines.ts';
import { runPeople } from './people.ts';
import { makeDisk, memoryMegabytes, processesOf, startProduct } from './product.ts';
import { randomOf } from './random.ts';
import { openWire } from './wire.ts';

/**
 * `npm run soak -- 30 [seed] [part of a disturbance's name]`: the whole product for so many minutes under load and
 * disturbances. Prints acknowledged and stored reports, duplicates and memory; exit code 1 when something was lost,
 * duplicated or grew.
 */
const minutes = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? randomInt(1, 1_000_000));
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('It is called like this: npm run soak -- <minutes> [seed]\n');
  process.exit(2);
}
const organisations = 10;
const machineCount = 60;
const startedAt = Date.now();
const clock = () => new Date(Date.now() - startedAt).toISOString().slice(11, 19);
const say = (line: string) => void process.stdout.write(`${clock()}  ${line}\n`);
const isReady = async (base: string) => (await fetch(`${base}/ready`).catch(() => null))?.status === 200;

async function waitReady(base: string, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await wait(500))
    if (await isReady(base)) return true;
  return false;
}

say(`${minutes} minutes, seed ${seed}`);
const random = randomOf(seed);
const disk = makeDisk();
const dataDir = join(disk.folder, 'data');
const mails = await openMailServer();
const [port, mqttPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
const base = `http://127.0.0.1:${port}/api`;
const wire = await openWire(() => mqttPort);
const settings = {
  PORT: String(port),
  MQTT_PORT: String(mqttPort),
  SIMULATOR_PORT: String(simulatorPort),
  DATA_DIR: dataDir,
  SECRETS_KEY: benchMasterKey,
  SMTP_URL: mails.url,
  NOTIFY_DIGEST_SECONDS: '5',
  LOG_LEVEL: 'error',
  API_CALLS_PER_MINUTE: '10000000',
};
const product = startProduct(settings, say);
product.once('exit', (code) => say(`npm start ended with ${code}`));
let exitCode = 1;
try {
  if (!(await waitReady(base, 180))) throw new Error('the product did not start');
  const url = await runningCluster(dataDir);
  if (!url) throw new Error('its PostgreSQL does not answer');
  await seedLoad(url, { organisations, machines: machineCount });
  const certified = await certify(url, machinesOfAll(machineCount, organisations));
  say(
    `${certified.length} ovens beside the demo's, ${organisations} people, ${disk.isOwn ? 'a disk of its own' : 'no disk of its own: it is not filled'}`,
  );

  const machines = runMachines(certified, () => wire.port, random);
  const people = runPeople(base, organisations, random);
  const memory: number[] = [];
  const sampling = setInterval(
    async () => memory.push(memoryMegabytes((await processesOf(product, dataDir)).server)),
    5000,
  );
  const until = startedAt + minutes * 60_000;
  const done = await runDisturbances(
    { product, dataDir, disk: disk.isOwn ? disk.folder : null, only: process.argv[4] ?? '', wire, mails },
    until,
    random,
    say,
  );
  await wait(Math.max(0, until - Date.now()));

  say('no more disturbances: what waits is sent, and answered');
  const isBack = await waitReady(base, 180);
  await people.end();
  await machines.end(180);
  clearInterval(sampling);
  const after = (await runningCluster(dataDir)) ?? '';
  const [told, tags] = [await machines.compare(after), await people.compare(after)];
  const known = memory.filter(Number.isFinite);
  const thirds = [0, 1, 2].map((third) =>
    median(known.slice(Math.floor((known.length * third) / 3), Math.floor((known.length * (third + 1)) / 3))),
  );
  const isFlat = (thirds[2] ?? 0) <= (thirds[0] ?? 0) * 1.2;
  for (const [name, count] of done) say(`disturbance: ${name}: ${count}`);
  say(
    `reports: ${told.acknowledged} acknowledged, ${told.lost} lost, ${told.doubled} doubled, ${told.waiting} still waiting`,
  );
  say(`tags: ${tags.made} answered as made, ${tags.lost} lost, ${tags.doubled} doubled`);
  const taken = mails.accepted.map(({ text }) => /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? '');
  // Reports without an id cannot be distinguished; they are counted separately.
  const whole = taken.filter((id) => id !== '');
  const mailedTwice = whole.length - new Set(whole).size;
  say(`mails: ${whole.length} taken, ${mailedTwice} of them again, ${taken.length - whole.length} without an id`);
  say(`calls: ${[...people.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  say(
    `memory of the server: median ${thirds.map((value) => `${value.toFixed(0)} MB`).join(', ')} by thirds, highest ${Math.max(...known).toFixed(0)} MB`,
  );
  const isKept = told.lost + told.doubled + told.waiting + tags.lost + tags.doubled + mailedTwice === 0;
  exitCode = isBack && isKept && isFlat ? 0 : 1;
  say(
    exitCode === 0
      ? 'Nothing lost, nothing doubled, memory flat.'
      : `Not as it should be${isBack ? '' : ': the product did not come back'}.`,
  );
} catch (error) {
  say(`The soak failed: ${(error as Error).stack}`);
} finally {
  const ended = new Promise((resolve) => product.once('exit', resolve));
  product.kill('SIGTERM');
  await Promise.race([ended, wait(15_000)]);
  wire.close();
  await Promise.race([mails.close(), wait(2000)]);
  disk.remove();
}
process.exit(exitCode);
