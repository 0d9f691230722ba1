import pg from 'pg';

const intervalMilliseconds = 1000;
/** A database that does not answer for this time is unavailable. */
const usualPatienceMilliseconds = 3000;

/** Called when the database stops answering, and when it answers again. */
export interface PulseListener {
  onAway(): void;
  onBack(): void;
}

export interface Pulse {
  isAway(): boolean;
  close(): Promise<void>;
}

/**
 * SEC-07: checks the database on a connection of its own. A database that hangs keeps its connections open and does
 * not answer, so only a time limit detects it. When it stops answering, waiting queries are ended.
 */
export function watchPulse(
  url: string,
  { onAway, onBack }: PulseListener,
  patienceMilliseconds = usualPatienceMilliseconds,
): Pulse {
  let isAway = false;
  let isClosed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const beat = async () => {
    if (!client) {
      const next = new pg.Client({ connectionString: url, application_name: 'fournil-pulse', keepAlive: true });
      // The end of the connection is detected at the next check.
      next.on('error', () => undefined);
      client = next;
      await next.connect();
    }
    await client.query('select 1');
  };

  const look = async () => {
    const silence = new Promise<never>((_resolve, reject) => {
      // After a block the event loop handles timers before sockets: an answer that has arrived already counts.
      timer = setTimeout(() => setImmediate(() => reject(new Error('silent'))), patienceMilliseconds);
    });
    try {
      await Promise.race([beat(), silence]);
      if (isAway) onBack();
      isAway = false;
    } catch {
      drop();
      if (!isAway && !isClosed) {
        isAway = true;
        onAway();
      }
    }
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void look(), intervalMilliseconds).unref();
  };

  /** Without waiting for the closing message, which may never be answered. */
  const drop = () => {
    const { connection } = (client ?? {}) as unknown as { connection?: { stream: { destroy(): void } } };
    connection?.stream.destroy();
    client = null;
  };

  void look();
  return {
    isAway: () => isAway,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      drop();
    },
  };
}
