import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { statementOf } from '@fournil/contract/software-updates/ddi';
import { afterEach, describe, expect, it } from 'vitest';
import type { Remembered, UpdateOutcome } from '../state/store.ts';
import { openTurns } from '../turns.ts';
import { openUpdates } from './updates.ts';

const maker = generateKeyPairSync('ed25519');
const file = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 253));
let server: Server | null = null;
afterEach(() => server?.close());

interface Told {
  execution: string;
  result: { finished: string };
  details: string[];
}

/** A server of the published protocol, independent of the product's. */
async function anUpdateServer(options: { models?: string[]; spoiled?: boolean } = {}) {
  const models = options.models ?? ['sole-3-12'];
  const sha256 = createHash('sha256').update(file).digest('hex');
  const signature = sign(
    null,
    Buffer.from(statementOf({ version: '4.0.0', sizeBytes: file.length, sha256, models })),
    maker.privateKey,
  ).toString('base64');
  const told: Told[] = [];
  const ranges: string[] = [];
  let isOpen = true;
  let own = '';
  const artifact = () => ({
    filename: 'oven.swu',
    hashes: { sha1: '', sha256 },
    size: file.length,
    _links: { download: { href: `${own}/file` }, 'download-http': { href: `${own}/file` } },
  });
  const metadata = [
    { key: 'signature', value: signature },
    { key: 'models', value: models.join(',') },
  ];
  const deployment = () => ({
    download: 'forced',
    update: 'forced',
    chunks: [{ part: 'os', version: '4.0.0', name: 'fournil', metadata, artifacts: [artifact()] }],
  });
  const feedback = (text: string) => {
    const { status } = JSON.parse(text) as { status: Told };
    told.push(status);
    isOpen &&= status.execution !== 'closed';
    return {};
  };
  const answers: Record<string, (text: string) => unknown> = {
    '/own': () => ({
      config: { polling: { sleep: '00:00:01' } },
      _links: isOpen ? { deploymentBase: { href: `${own}/deploymentBase/7` } } : {},
    }),
    '/own/deploymentBase/7': () => ({ id: '7', deployment: deployment() }),
    '/own/deploymentBase/7/feedback': feedback,
  };
  const bytesOf = (range = '') => {
    ranges.push(range);
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const bytes = file.subarray(Number(start), Number(end) + 1);
    return options.spoiled ? Buffer.from(bytes).fill(1) : bytes;
  };
  const opened = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.headers.authorization !== 'TargetToken its-own') return response.writeHead(401).end();
    if (request.url === '/own/file') return response.writeHead(206).end(bytesOf(request.headers.range));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answers[request.url ?? '']?.(text)));
  });
  server = opened;
  await new Promise<void>((done) => opened.listen(0, '127.0.0.1', done));
  own = `http://127.0.0.1:${(opened.address() as AddressInfo).port}/own`;
  return { told, ranges, url: own };
}

/** The update client of an oven, advanced until it has nothing left to do. */
async function updated({ url, told }: Awaited<ReturnType<typeof anUpdateServer>>, outcome: UpdateOutcome = 'done') {
  const credentials = {
    updateUrl: url,
    updateToken: 'its-own',
    updateKey: maker.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const memory = {
    plate: { serialNumber: 'A', model: 'sole-3-12' },
    credentials,
    softwareVersion: '3.0.0',
    update: null,
  } as unknown as Remembered;
  let restarts = 0;
  const needs = {
    memory,
    failures: 0,
    speed: () => 1,
    isOn: () => true,
    save: async () => undefined,
    inTurn: openTurns(1),
  };
  const updates = openUpdates({
    ...needs,
    restart: async () => {
      restarts += 1;
    },
  });
  updates.choose(outcome);
  const isThrough = () => told.at(-1)?.execution === 'closed' && memory.update === null;
  for (let hours = 1; hours < 1000 && !isThrough(); hours += 1) {
    if (memory.update) memory.update.untilMs = 0;
    updates.tick(Date.now() + hours * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return { memory, restarts };
}

describe('LNK-07 SWU-04 an oven that updates its software', () => {
  it('downloads in several requests, verifies, installs, restarts and runs the new version', async () => {
    const updateServer = await anUpdateServer();
    const { memory, restarts } = await updated(updateServer);
    expect(memory).toMatchObject({ softwareVersion: '4.0.0', update: null });
    expect(restarts).toBe(1);
    expect(updateServer.told.at(-1)).toMatchObject({ execution: 'closed', result: { finished: 'success' } });
    expect(updateServer.told.flatMap(({ details }) => details)).toContain('All Chunks Installed.');
  });

  it.each([
    ['was changed on its way', { spoiled: true }, 'not what was promised'],
    ['is for another model', { models: ['vulcan-9'] }, 'not signed by the maker'],
  ])('refuses a file that %s', async (_what, options, reason) => {
    const updateServer = await anUpdateServer(options);
    const { memory, restarts } = await updated(updateServer);
    expect([memory.softwareVersion, restarts]).toEqual(['3.0.0', 0]);
    expect(updateServer.told.at(-1)).toMatchObject({ execution: 'closed', result: { finished: 'failure' } });
    expect(updateServer.told.at(-1)?.details.join()).toContain(reason);
  });

  it('fails at random or on command, and starts the update again after a power cut', async () => {
    const failing = await anUpdateServer();
    await updated(failing, 'failed');
    expect(failing.told.at(-1)).toMatchObject({ result: { finished: 'failure' } });
    server?.close();
    const interrupted = await anUpdateServer();
    const { memory, restarts } = await updated(interrupted, 'powerCut');
    expect(memory.softwareVersion).toBe('4.0.0');
    expect(restarts).toBe(2);
    expect(interrupted.ranges.length).toBeGreaterThan(1);
  });
});
