import { createHash, verify } from 'node:crypto';
import { ddiCancel, ddiDeployment, ddiRoot, statementOf } from '@fournil/contract/software-updates/ddi';
import { log } from './log.ts';
import type { Remembered } from './store.ts';

/** How the next update goes, for whoever watches: chosen at the control door, or by lot. */
export type UpdateLuck = 'done' | 'failed' | 'powerCut';

/** An update under way, as the oven remembers it over a restart. */
export interface UpdateAtWork {
  /** The address of its deployment. */
  link: string;
  version: string;
  phase: 'downloading' | 'installing' | 'restarting';
  luck: UpdateLuck;
  /** Base64 of what has come so far. */
  received: string;
  /** The wall clock at which this phase is over. */
  untilMs: number;
}

export interface UpdateNeeds {
  memory: Remembered;
  /** Share of updates that go wrong, 0 to 1. */
  failures: number;
  speed: () => number;
  isOn: () => boolean;
  /** Off and on again: the connection, with a new birth. */
  restart: () => Promise<void>;
  save: () => Promise<void>;
}

const phases = { installMs: 60_000, restartMs: 20_000, longestSleepMs: 300_000 };
const cut = { share: 0.3, fromBytes: 32_768 };

type Artifact = { size: number; hashes: { sha256: string }; _links: { download: { href: string } } };

/**
 * An update client after hawkBit's DDI: asks, downloads with breaks, checks size, hash and the maker's signature,
 * installs, restarts, and tells how it went. What is cut off goes on where it was.
 */
export function openUpdates({ memory, failures, speed, isOn, restart, save }: UpdateNeeds) {
  let nextPollMs = Date.now() + 3000 + Math.random() * 5000;
  let isBusy = false;
  let chosen: UpdateLuck | null = null;

  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, {
      ...init,
      headers: {
        authorization: `TargetToken ${memory.credentials?.updateToken}`,
        'content-type': 'application/json',
        ...init.headers,
      },
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response;
  };
  const tell = async (
    link: string,
    execution: string,
    finished: 'none' | 'success' | 'failure',
    details: string[],
    progress?: object,
  ) => {
    const result = { finished, ...(progress ? { progress } : {}) };
    const body = JSON.stringify({ id: link.split('/').at(-1), status: { execution, result, details } });
    await ask(`${link}/feedback`, { method: 'POST', body });
  };
  const fail = async (link: string, reason: string) => {
    memory.update = null;
    await save();
    await tell(link, 'closed', 'failure', [reason]);
  };

  const poll = async () => {
    const root = ddiRoot.parse(await (await ask(memory.credentials?.updateUrl ?? '')).json());
    nextPollMs =
      Date.now() + Math.min(phases.longestSleepMs, sleepMs(root.config.polling.sleep)) * (0.8 + Math.random() * 0.4);
    const { configData, cancelAction, deploymentBase } = root._links;
    if (configData) {
      const data = {
        serialNumber: memory.plate.serialNumber,
        model: memory.plate.model,
        softwareVersion: memory.softwareVersion,
        hwRevision: '1.0',
      };
      await ask(configData.href, { method: 'PUT', body: JSON.stringify({ mode: 'merge', data }) });
    }
    if (cancelAction) {
      const { cancelAction: stop } = ddiCancel.parse(await (await ask(cancelAction.href)).json());
      memory.update = null;
      await save();
      return tell(cancelAction.href, 'closed', 'success', [`Cancelled ${stop.stopId}.`]);
    }
    if (deploymentBase && !memory.update) await begin(deploymentBase.href);
  };

  const begin = async (link: string) => {
    const { chunk } = await deploymentAt(link);
    memory.update = {
      link,
      version: chunk.version,
      phase: 'downloading',
      luck: chosen ?? byLot(failures),
      received: '',
      untilMs: 0,
    };
    chosen = null;
    await save();
  };

  const deploymentAt = async (link: string) => {
    const [chunk] = ddiDeployment.parse(await (await ask(link)).json()).deployment.chunks;
    const artifact = chunk?.artifacts[0];
    if (!chunk || !artifact) throw new Error('the deployment holds nothing');
    return { chunk, artifact };
  };

  const download = async (update: UpdateAtWork) => {
    const { chunk, artifact } = await deploymentAt(update.link);
    const models = chunk.metadata.find(({ key }) => key === 'models')?.value.split(',') ?? [];
    const statement = statementOf({
      version: chunk.version,
      sizeBytes: artifact.size,
      sha256: artifact.hashes.sha256,
      models,
    });
    const signature = Buffer.from(chunk.metadata.find(({ key }) => key === 'signature')?.value ?? '', 'base64');
    if (
      !models.includes(memory.plate.model) ||
      !verify(null, Buffer.from(statement), memory.credentials?.updateKey ?? '', signature)
    ) {
      return fail(update.link, 'The file is not signed by the maker for this model.');
    }
    const file = await fetchMore(update, artifact);
    if (file.length < artifact.size) {
      const progress = { cnt: file.length, of: artifact.size };
      return tell(update.link, 'proceeding', 'none', ['Download interrupted, going on.'], progress);
    }
    if (createHash('sha256').update(file).digest('hex') !== artifact.hashes.sha256)
      return fail(update.link, 'The file is not what was promised.');
    memory.update = {
      ...update,
      received: '',
      phase: 'installing',
      untilMs: Date.now() + phases.installMs / Math.max(1, speed()),
    };
    await save();
    await tell(update.link, 'proceeding', 'none', ['Installing Update Chunk Artifacts.'], {
      cnt: artifact.size,
      of: artifact.size,
    });
  };

  /** From where it was cut off; a slow line may cut it again. */
  const fetchMore = async (update: UpdateAtWork, { size, _links }: Artifact): Promise<Buffer> => {
    const before = Buffer.from(update.received, 'base64');
    const left = size - before.length;
    const wanted = left > cut.fromBytes && Math.random() < cut.share ? Math.ceil(left * Math.random()) : left;
    const response = await ask(_links.download.href, {
      headers: { range: `bytes=${before.length}-${before.length + wanted - 1}` },
    });
    const file = Buffer.concat([before, Buffer.from(await response.arrayBuffer())]);
    memory.update = { ...update, received: file.toString('base64') };
    await save();
    return file;
  };

  const install = async (update: UpdateAtWork) => {
    if (update.luck === 'failed') return fail(update.link, 'ERROR : no room left for the new software');
    if (update.luck === 'powerCut') {
      // In the middle of it: the old software starts again, knows nothing, and begins anew.
      memory.update = null;
      await save();
      return restart();
    }
    memory.update = { ...update, phase: 'restarting', untilMs: Date.now() + phases.restartMs / Math.max(1, speed()) };
    await save();
    await tell(update.link, 'proceeding', 'none', ['All Chunks Installed.']);
  };

  const comeBack = async (update: UpdateAtWork) => {
    memory.softwareVersion = update.version;
    await restart();
    await tell(update.link, 'closed', 'success', [`Running ${update.version}.`]);
    memory.update = null;
    await save();
    log('updated', { serialNumber: memory.plate.serialNumber, version: update.version });
  };

  const work = { downloading: download, installing: install, restarting: comeBack };

  return {
    tick: (nowMs: number) => {
      if (isBusy || !memory.credentials?.updateUrl || !isOn()) return;
      const update = memory.update;
      const isDue = update !== null && nowMs >= update.untilMs;
      if (!isDue && nowMs < nextPollMs) return;
      isBusy = true;
      const step = isDue && update ? work[update.phase](update) : poll();
      step
        .catch((error: Error) => {
          // Called back meanwhile, or the line is bad: asked anew before long.
          if (/ 404$/.test(error.message)) memory.update = null;
          nextPollMs = Date.now() + 5000;
          if (memory.update) memory.update.untilMs = Date.now() + 5000;
          log('updateDelayed', { serialNumber: memory.plate.serialNumber, reason: error.message });
        })
        .finally(() => {
          isBusy = false;
        });
    },
    /** How the next one will go. */
    choose: (luck: UpdateLuck) => {
      chosen = luck;
    },
  };
}

function byLot(failures: number): UpdateLuck {
  if (Math.random() >= failures) return 'done';
  return Math.random() < 0.3 ? 'powerCut' : 'failed';
}

/** "HH:MM:SS" */
function sleepMs(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
