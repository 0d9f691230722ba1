import pg from 'pg';

const retryMilliseconds = 1000;
const pulseMilliseconds = 5000;
const answerMilliseconds = 5000;

interface Reactions {
  onNote(payload: string): void;
  /** The connection was lost, or could not be opened: notices may have been missed. */
  onEnd?(): void;
  /** The connection is open, also for the first time. */
  onOpen?(): void;
  /** The connection is open again after a loss. */
  onBack?(): void;
}

/** What servers of one database tell each other by NOTIFY. A notice is lost by a server that is not connected then. */
export interface Notices {
  on(channel: string, reactions: Reactions): void;
  /** A query over the same connection, which throws while there is none. Its commits do not wait for the disk. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export class NotConnected extends Error {
  constructor() {
    super('The connection for notices is not open.');
  }
}

/** Listens over one connection for all channels, which is reopened whenever it ends. */
export function openNotices(url: string, onError: (error: Error) => void): Notices {
  const channels = new Map<string, Reactions>();
  let closed = false;
  let client: pg.Client | null = null;
  let isFirst = true;

  async function listenOnce(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'fournil-live',
      keepAlive: true,
      connectionTimeoutMillis: answerMilliseconds,
      query_timeout: answerMilliseconds,
      pipeline: true,
    } as pg.ClientConfig);
    const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()));
    const pulse = setInterval(() => {
      // A connection whose other side has vanished ends only when something is asked.
      next.query('select 1').catch(() => next.end().catch(() => undefined));
    }, pulseMilliseconds).unref();
    try {
      await next.connect();
      await next.query('set synchronous_commit = off');
      next.on('notification', ({ channel, payload }) => channels.get(channel)?.onNote(payload ?? ''));
      for (const channel of channels.keys()) await listenOn(next, channel);
      // Closed meanwhile: nobody else would end this connection.
      if (closed) return;
      client = next;
      for (const { onOpen } of channels.values()) onOpen?.();
      if (!isFirst) for (const { onBack } of channels.values()) onBack?.();
      isFirst = false;
      await ended;
    } finally {
      client = null;
      clearInterval(pulse);
      // A standby takes connections and refuses LISTEN.
      await next.end().catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!closed) {
      await listenOnce().catch((error: Error) => closed || onError(error));
      for (const { onEnd } of channels.values()) onEnd?.();
      await new Promise((resolve) => setTimeout(resolve, closed ? 0 : retryMilliseconds));
    }
  }
  void listen();

  return {
    on: (channel, reactions) => {
      channels.set(channel, reactions);
      if (!client) return;
      listenOn(client, channel).catch(onError);
      reactions.onOpen?.();
    },
    ask: async <Row>(text: string, values: unknown[] = []) => {
      if (!client) throw new NotConnected();
      return (await client.query(text, values)).rows as Row[];
    },
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
