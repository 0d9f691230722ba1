import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { MailServer } from '../../server/src/testing/services/mailServer.ts';
import { fillDisk, processesOf } from './product.ts';
import type { Random } from './random.ts';
import type { openWire } from './wire.ts';

interface Place {
  product: ChildProcess;
  dataDir: string;
  /** Null where the test has no disk of its own to fill. */
  disk: string | null;
  /** Only disturbances whose name contains this. */
  only: string;
  wire: Awaited<ReturnType<typeof openWire>>;
  mails: MailServer;
}

interface Disturbance {
  name: string;
  seconds: number;
  /** Starts the disturbance, and returns a function that ends it. */
  begin: (place: Place) => Promise<() => void>;
}

const kill = (pid: number | undefined, signal: NodeJS.Signals) => {
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // The disturbance ended by itself just now.
  }
};
const once = () => undefined;

export const disturbances: Disturbance[] = [
  {
    name: 'kill -9 of the server',
    seconds: 0,
    begin: async ({ product, dataDir }) => {
      kill((await processesOf(product, dataDir)).server, 'SIGKILL');
      return once;
    },
  },
  {
    name: 'kill -9 of the postmaster',
    seconds: 0,
    begin: async ({ product, dataDir }) => {
      kill((await processesOf(product, dataDir)).postmaster, 'SIGKILL');
      return once;
    },
  },
  {
    name: 'kill -9 of the simulated ovens',
    seconds: 0,
    begin: async ({ product, dataDir }) => {
      kill((await processesOf(product, dataDir)).simulator, 'SIGKILL');
      return once;
    },
  },
  {
    name: 'the way to the broker is cut',
    seconds: 5,
    begin: async ({ wire }) => {
      wire.cut(true);
      return () => wire.cut(false);
    },
  },
  {
    name: 'PostgreSQL hangs',
    seconds: 8,
    begin: async ({ product, dataDir }) => {
      const { postmaster, backends } = await processesOf(product, dataDir);
      for (const pid of [postmaster, ...backends]) kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of [...backends, postmaster]) kill(pid, 'SIGCONT');
      };
    },
  },
  {
    name: 'the disk is full',
    seconds: 10,
    begin: async ({ disk }) => (disk ? fillDisk(disk) : once),
  },
  {
    name: 'the mail server takes 150 s for a mail',
    // Waits for the mails in transfer: a server that is killed during one cannot know whether it was accepted.
    seconds: 160,
    begin: async ({ mails }) => {
      mails.slow(150_000);
      return () => mails.slow(0);
    },
  },
];

/** One disturbance after the other, each kind in turn and then at random, with pauses in which the product recovers. */
export async function runDisturbances(
  place: Place,
  untilMilliseconds: number,
  random: Random,
  say: (line: string) => void,
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const possible = disturbances.filter(
    ({ name }) => name.includes(place.only) && (place.disk !== null || name !== 'the disk is full'),
  );
  for (let number = 0; ; number += 1) {
    const disturbance = possible[number] ?? random.oneOf(possible);
    const pauseSeconds = random.between(12, 30);
    if (Date.now() + (pauseSeconds + disturbance.seconds) * 1000 > untilMilliseconds) return done;
    await wait(pauseSeconds * 1000);
    say(`${disturbance.name}${disturbance.seconds > 0 ? ` for ${disturbance.seconds} s` : ''}`);
    const end = await disturbance.begin(place);
    await wait(disturbance.seconds * 1000);
    end();
    done.set(disturbance.name, (done.get(disturbance.name) ?? 0) + 1);
  }
}
