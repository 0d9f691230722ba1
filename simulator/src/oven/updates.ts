import { createHash, verify } from 'node:crypto';
import { ddiCancel, ddiDeployment, ddiRoot, statementOf } from '@fournil/contract/software-updates/ddi';
import { longerPause } from '../link/pauses.ts';
import { log } from '../log.ts';
import type { Remembered, UpdateAtWork, UpdateOutcome } from '../state/store.ts';
import type { InTurn } from '../turns.ts';

export interface UpdateNeeds {
  memory: Remembered;
  /** Share of updates that fail, 0 to 1. */
  failures: number;
  speed: () => number;
  isOn: () => boolean;
  /** Restarts the oven: a new connection with a new birth. */
  restart: () => Promise<void>;
  save: () => Promise<void>;
  /** The turns of all ovens to call the server. */
  inTurn: InTurn;
}

const phases = { installMilliseconds: 60_000, restartMilliseconds: 20_000, longestSleepMilliseconds: 300_000 };
const delays = { firstMilliseconds: 5000, longestMilliseconds: 60_000, growth: 2 };
const cut = { share: 0.3, fromBytes: 32_768 };

type Artifact = { size: number; hashes: { sha256: string }; _links: { download: { href: string } } };

/** The client's state: the time of its next call, and the result of the next update. */
interface Client {
  needs: UpdateNeeds;
  nextPollAt: number;
  isBusy: boolean;
  /** The pause after the last failure; 0 after a success. */
  delayMilliseconds: number;
  chosen: UpdateOutcome | null;
}

/**
 * An update client for hawkBit's DDI: asks for updates, downloads in several requests, checks size, hash and the
 * maker's signature, installs, restarts, and reports the result. An interrupted download is resumed.
 */
export function openUpdates(needs: UpdateNeeds) {
  const { memory, isOn } = needs;
  const nextPollAt = Date.now() + 3000 + Math.random() * 5000;
  const client: Client = { needs, nextPollAt, isBusy: false, delayMilliseconds: 0, chosen: null };
  return {
    tick: (nowAt: number) => {
      if (client.isBusy || !memory.credentials?.updateUrl || !isOn()) return;
      const update = memory.update;
      const isDue = update !== null && nowAt >= update.untilMs;
      if (!isDue && nowAt < client.nextPollAt) return;
      client.isBusy = true;
      needs
        .inTurn(async () => {
          // It may have been switched off while it waited for its turn.
          if (isOn()) await (isDue && update ? steps[update.phase](client, update) : poll(client));
        })
        .then(() => {
          client.delayMilliseconds = 0;
        })
        .catch((error: Error) => delay(client, error))
        .finally(() => {
          client.isBusy = false;
        });
    },
    /** The result of the next update. */
    choose: (outcome: UpdateOutcome) => {
      client.chosen = outcome;
    },
  };
}

const steps = { downloading: download, installing: install, restarting: comeBack };

/** Called back meanwhile, or the connection failed: asks again soon, then after growing pauses. */
function delay(client: Client, error: Error): void {
  const { memory } = client.needs;
  if (/ 404$/.test(error.message)) memory.update = null;
  const isFirst = client.delayMilliseconds === 0;
  client.delayMilliseconds = longerPause(client.delayMilliseconds, delays);
  client.nextPollAt = Date.now() + client.delayMilliseconds;
  if (memory.update) memory.update.untilMs = client.nextPollAt;
  if (isFirst) log('updateDelayed', { serialNumber: memory.plate.serialNumber, reason: error.message });
}

async function ask({ needs }: Client, address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    headers: {
      authorization: `TargetToken ${needs.memory.credentials?.updateToken}`,
      'content-type': 'application/json',
      ...init.headers,
    },
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

interface Feedback {
  execution: 'closed' | 'proceeding';
  finished: 'none' | 'success' | 'failure';
  detail: string;
  progress?: { cnt: number; of: number };
}

async function tell(client: Client, link: string, { execution, finished, detail, progress }: Feedback): Promise<void> {
  const result = { finished, ...(progress ? { progress } : {}) };
  const body = JSON.stringify({ id: link.split('/').at(-1), status: { execution, result, details: [detail] } });
  await ask(client, `${link}/feedback`, { method: 'POST', body });
}

/** The update that is stored from here on. */
async function remember({ needs }: Client, update: UpdateAtWork | null): Promise<void> {
  needs.memory.update = update;
  await needs.save();
}

async function fail(client: Client, link: string, reason: string): Promise<void> {
  await remember(client, null);
  await tell(client, link, { execution: 'closed', finished: 'failure', detail: reason });
}

async function poll(client: Client): Promise<void> {
  const { memory } = client.needs;
  const root = ddiRoot.parse(await (await ask(client, memory.credentials?.updateUrl ?? '')).json());
  const pauseMilliseconds = Math.min(phases.longestSleepMilliseconds, sleepMilliseconds(root.config.polling.sleep));
  client.nextPollAt = Date.now() + pauseMilliseconds * (0.8 + Math.random() * 0.4);
  const { configData, cancelAction, deploymentBase } = root._links;
  if (configData) {
    const { plate, softwareVersion } = memory;
    const data = { serialNumber: plate.serialNumber, model: plate.model, softwareVersion, hwRevision: '1.0' };
    await ask(client, configData.href, { method: 'PUT', body: JSON.stringify({ mode: 'merge', data }) });
  }
  if (cancelAction) {
    const { cancelAction: stop } = ddiCancel.parse(await (await ask(client, cancelAction.href)).json());
    await remember(client, null);
    const detail = `Cancelled ${stop.stopId}.`;
    return tell(client, cancelAction.href, { execution: 'closed', finished: 'success', detail });
  }
  if (deploymentBase && !memory.update) await begin(client, deploymentBase.href);
}

async function begin(client: Client, link: string): Promise<void> {
  const { chunk } = await deploymentAt(client, link);
  const outcome = client.chosen ?? randomOutcome(client.needs.failures);
  client.chosen = null;
  await remember(client, { link, version: chunk.version, phase: 'downloading', outcome, received: '', untilMs: 0 });
}

async function deploymentAt(client: Client, link: string) {
  const [chunk] = ddiDeployment.parse(await (await ask(client, link)).json()).deployment.chunks;
  const artifact = chunk?.artifacts[0];
  if (!chunk || !artifact) throw new Error('the deployment holds nothing');
  return { chunk, artifact };
}

async function download(client: Client, update: UpdateAtWork): Promise<void> {
  const { memory, speed } = client.needs;
  const deployment = await deploymentAt(client, update.link);
  const { artifact } = deployment;
  if (!isSigned(memory, deployment))
    return fail(client, update.link, 'The file is not signed by the maker for this model.');
  const file = await fetchMore(client, update, artifact);
  if (file.length < artifact.size) {
    const progress = { cnt: file.length, of: artifact.size };
    const detail = 'Download interrupted, going on.';
    return tell(client, update.link, { execution: 'proceeding', finished: 'none', detail, progress });
  }
  if (createHash('sha256').update(file).digest('hex') !== artifact.hashes.sha256)
    return fail(client, update.link, 'The file is not what was promised.');
  const untilAt = Date.now() + phases.installMilliseconds / Math.max(1, speed());
  await remember(client, { ...update, received: '', phase: 'installing', untilMs: untilAt });
  const progress = { cnt: artifact.size, of: artifact.size };
  const detail = 'Installing Update Chunk Artifacts.';
  await tell(client, update.link, { execution: 'proceeding', finished: 'none', detail, progress });
}

/** Whether the maker has signed this file for this model. */
function isSigned(memory: Remembered, { chunk, artifact }: Awaited<ReturnType<typeof deploymentAt>>): boolean {
  const metadataOf = (name: string) => chunk.metadata.find(({ key }) => key === name)?.value;
  const models = metadataOf('models')?.split(',') ?? [];
  const { size: sizeBytes, hashes } = artifact;
  const statement = statementOf({ version: chunk.version, sizeBytes, sha256: hashes.sha256, models });
  const signature = Buffer.from(metadataOf('signature') ?? '', 'base64');
  return (
    models.includes(memory.plate.model) &&
    verify(null, Buffer.from(statement), memory.credentials?.updateKey ?? '', signature)
  );
}

/** Resumes the download; a slow connection may interrupt it again. */
async function fetchMore(client: Client, update: UpdateAtWork, { size, _links }: Artifact): Promise<Buffer> {
  const before = Buffer.from(update.received, 'base64');
  const left = size - before.length;
  const wanted = left > cut.fromBytes && Math.random() < cut.share ? Math.ceil(left * Math.random()) : left;
  const range = `bytes=${before.length}-${before.length + wanted - 1}`;
  const response = await ask(client, _links.download.href, { headers: { range } });
  const file = Buffer.concat([before, Buffer.from(await response.arrayBuffer())]);
  await remember(client, { ...update, received: file.toString('base64') });
  return file;
}

async function install(client: Client, update: UpdateAtWork): Promise<void> {
  if (update.outcome === 'failed') return fail(client, update.link, 'ERROR : no room left for the new software');
  if (update.outcome === 'powerCut') {
    // A power cut during the installation: the old software starts and installs again from the beginning.
    await remember(client, null);
    return client.needs.restart();
  }
  const untilAt = Date.now() + phases.restartMilliseconds / Math.max(1, client.needs.speed());
  await remember(client, { ...update, phase: 'restarting', untilMs: untilAt });
  await tell(client, update.link, { execution: 'proceeding', finished: 'none', detail: 'All Chunks Installed.' });
}

async function comeBack(client: Client, update: UpdateAtWork): Promise<void> {
  const { memory, restart } = client.needs;
  memory.softwareVersion = update.version;
  await restart();
  const detail = `Running ${update.version}.`;
  await tell(client, update.link, { execution: 'closed', finished: 'success', detail });
  await remember(client, null);
  log('updated', { serialNumber: memory.plate.serialNumber, version: update.version });
}

function randomOutcome(failures: number): UpdateOutcome {
  if (Math.random() >= failures) return 'done';
  return Math.random() < 0.3 ? 'powerCut' : 'failed';
}

/** "HH:MM:SS" */
function sleepMilliseconds(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
