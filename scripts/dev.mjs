// `npm run dev`: the whole product at one address, for developers. Vite serves the page from its sources and replaces
// changed modules in the browser; `/api` is forwarded to the server, which Node restarts when a file that it has
// loaded changes. Arguments go to Node: `npm run dev -- --inspect`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer as createListener } from 'node:net';
import { createServer } from 'vite';
import { fillIn } from '../server/src/app/page.ts';
import { readConfig } from '../server/src/base/config.ts';
import { failureText } from '../server/src/kit/process/failureText.ts';
import { serverEnvironment, serverFlags } from './serverProcess.mjs';

const config = settings();
const serverPort = await freePortAfter(config.port);

/** How long a call waits for the server to start. */
const startSeconds = 60;

const page = await createServer({
  root: 'web',
  plugins: [
    {
      name: 'fournil-server',
      transformIndexHtml: { order: 'pre', handler: (html) => fillIn(html, config) },
      configureServer: ({ middlewares }) => {
        middlewares.use('/api', (_request, _response, next) => untilServerListens().then(() => next(), next));
      },
    },
  ],
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    allowedHosts: [new URL(config.publicUrl).hostname],
    proxy: { '^/(api|\\.well-known)/': { target: `http://127.0.0.1:${serverPort}` } },
  },
});
await page.listen().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', ...serverFlags, ...process.argv.slice(2), 'server/src/main.ts'],
  {
    stdio: 'inherit',
    env: {
      ...serverEnvironment,
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      // The address of the page; the server's own settings have another port.
      PUBLIC_URL: config.publicUrl,
      DEMO: process.env.DEMO || (config.demo ? 'on' : 'off'),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => server.kill('SIGTERM'));
const [code] = await once(server, 'exit');
await page.close();
process.exit(code ?? 1);

function settings() {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${failureText(error, false)}\n`);
    return process.exit(1);
  }
}

/** Calls wait while the server restarts, up to this time; then they are answered with an error. */
async function untilServerListens() {
  const last = Date.now() + startSeconds * 1000;
  while (!(await isListening()) && Date.now() < last) await new Promise((resolve) => setTimeout(resolve, 100));
}

function isListening() {
  return new Promise((resolve) => {
    const attempt = connect(serverPort, '127.0.0.1');
    const answer = (is) => {
      attempt.destroy();
      resolve(is);
    };
    attempt.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** The next free port. The same at every start, so that a debugger's address stays valid. */
async function freePortAfter(port) {
  const probe = createListener();
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false)).listen(port + 1, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePortAfter(port + 1);
  await new Promise((resolve) => probe.close(resolve));
  return port + 1;
}
