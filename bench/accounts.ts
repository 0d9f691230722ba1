import { benchPassword } from '../server/src/operator/seedLoad.ts';
import { median } from './growth.ts';
import { type Call, loadCalls } from './load.ts';
import type { Row } from './table.ts';

const list = (token: string): Call => ({ method: 'GET', path: '/api/machines?itemsPerPage=30', token });
const signInsPerSecond = 20;
const tries = 200;

/**
 * Whether people who sign in slow down other calls, and whether the time of an answer reveals which addresses exist.
 */
export async function measureAccounts(port: number, token: string, seconds: number): Promise<Row[]> {
  const quiet = await loadCalls(port, () => list(token), seconds, 4);
  const crowd = signInSteadily(port, seconds);
  const busy = await loadCalls(port, () => list(token), seconds, 4);
  const { right } = await crowd;
  const { known, unknown } = await compareRefusals(port);
  return [
    {
      what: `Lists while ${signInsPerSecond} people a second sign in`,
      ours: `p99 ${busy.p99Milliseconds.toFixed(1)} ms (${right} signed in)`,
      against: `p99 ${quiet.p99Milliseconds.toFixed(1)} ms (nobody)`,
      ratio: `${(busy.p99Milliseconds / quiet.p99Milliseconds).toFixed(2)}x`,
      bar: '≤ 3x',
    },
    {
      what: `Refused sign-ins of known addresses, ${tries} interleaved`,
      ours: `${known.toFixed(1)} ms`,
      against: `${unknown.toFixed(1)} ms (unknown)`,
      ratio: `${(known / unknown).toFixed(2)}x`,
      bar: '0.90x to 1.10x',
    },
  ];
}

async function signInSteadily(port: number, seconds: number): Promise<{ right: number }> {
  let right = 0;
  const running: Promise<void>[] = [];
  for (let number = 0; number < seconds * signInsPerSecond; number += 1) {
    const entering = signIn(port, `bench${(number % 20) + 1}-0@bench.test`, benchPassword, number).then((status) => {
      if (status === 200) right += 1;
    });
    running.push(entering);
    await new Promise((resolve) => setTimeout(resolve, 1000 / signInsPerSecond));
  }
  await Promise.all(running);
  return { right };
}

/** One after the other, alternately. */
async function compareRefusals(port: number): Promise<{ known: number; unknown: number }> {
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let number = 0; number < tries; number += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      const from = performance.now();
      await signIn(
        port,
        kind === 'known' ? `bench${(number % 100) + 1}-0@bench.test` : `nobody${number}@bench.test`,
        'a wrong password',
        number,
      );
      took[kind].push(performance.now() - from);
    }
  }
  return { known: median(took.known), unknown: median(took.unknown) };
}

/** Each from an address of its own, set by the proxy header, because calls from one address are throttled. */
async function signIn(port: number, username: string, password: string, number: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` },
    body: JSON.stringify({ username, password }),
  });
  await response.arrayBuffer();
  return response.status;
}
