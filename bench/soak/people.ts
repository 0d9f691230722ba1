import { withClient } from '../../server/src/db/withClient.ts';
import { benchPassword } from '../../server/src/operator/seedLoad.ts';
import type { Random } from './random.ts';

const pauseMilliseconds = 100;

/**
 * People who read lists and create tags; each POST is repeated with its key until it is answered, as the page does.
 */
export function runPeople(base: string, count: number, random: Random) {
  let isEnding = false;
  const made = new Set<string>();
  const statuses = new Map<string, number>();
  const ask = askAt(base, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1));

  const signIn = async (number: number) => {
    const { body } = await ask('POST', '/login', null, {
      username: `bench${number}-0@bench.test`,
      password: benchPassword,
    });
    return typeof body['token'] === 'string' ? body['token'] : null;
  };

  /** One POST, repeated with its key until it is answered; whether the session is still valid. */
  const makeTag = async (token: string, name: string, key: string): Promise<boolean> => {
    for (;;) {
      const { status } = await ask('POST', '/tags', token, { name }, key);
      if (status === 201) made.add(name);
      if (status !== 0 && status < 500 && status !== 409) return status !== 401;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };

  const run = async (number: number) => {
    let token: string | null = null;
    for (let turn = 0; !isEnding; turn += 1) {
      token ??= await signIn(number);
      if (token !== null) {
        const isIn = !random.chance(0.2) || (await makeTag(token, `soak ${number}-${turn}`, `key-${number}-${turn}`));
        if (!isIn || (await ask('GET', '/machines?itemsPerPage=30', token)).status === 401) token = null;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  };
  const running = Array.from({ length: count }, (_, index) => run(index + 1));
  return {
    statuses,
    end: async () => {
      isEnding = true;
      await Promise.all(running);
    },
    /** Compares created tags with stored ones. */
    compare: (url: string) => compareTags(url, made),
  };
}

/** A call that returns status 0 for a broken connection or an unavailable server. */
function askAt(base: string, note: (status: string) => void) {
  return async (method: string, path: string, token: string | null, body?: object, key?: string) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    };
    const signal = AbortSignal.timeout(20_000);
    try {
      const answer = await fetch(base + path, {
        method,
        headers,
        signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      note(String(answer.status));
      return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
    } catch {
      note('no answer');
      return { status: 0, body: {} };
    }
  };
}

function compareTags(url: string, made: ReadonlySet<string>) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*)::int as count from tags where name like 'soak %' group by 1`,
    );
    const stored = new Map(rows.map(({ name, count }) => [name, count]));
    return {
      made: made.size,
      lost: [...made].filter((name) => !stored.has(name)).length,
      doubled: rows.reduce((sum, { count }) => sum + count - 1, 0),
    };
  });
}
