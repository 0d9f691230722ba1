import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** All databases of a run are copies of one template, and so are their logins. */
export const testMasterKey = 'a-master-key-that-is-for-tests-only';

export interface ServerProcess {
  child: ChildProcess;
  /** Its whole output. */
  output(): string;
  /** Resolves when it prints its greeting, rejects when it ends before. */
  ready: Promise<void>;
  exited: Promise<number | null>;
}

/** The environment that every process needs, with the folder of Node's compile cache. */
export function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}

/** The product as it is started, in a process of its own that a test may kill. */
export function startProcess(settings: Record<string, string>, program = main): ServerProcess {
  const child = spawn(process.execPath, [program], {
    env: {
      ...plainEnvironment(),
      DEMO: 'off',
      REQUIRE_STAFF_SECOND_STEP: 'off',
      LOG_LEVEL: 'error',
      PORT: '0',
      MQTT_PORT: '0',
      ...(settings['DATABASE_URL'] ? { SECRETS_KEY: testMasterKey } : {}),
      ...settings,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('runs at')) resolve();
      });
    }
    void exited.then((code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
  ready.catch(() => undefined);
  return { child, output: () => text, ready, exited };
}
