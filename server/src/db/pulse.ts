import pg from 'pg';

const intervalMilliseconds = 1000;
/** A database that answers nothing for this long is away. */
const usualPatienceMilliseconds = 3000;

/** What is told when the database falls silent, and when it answers again. */
export interface PulseListener {
  onAway(): void;
  onBack(): void;
}

export interface Pulse {
  isAway(): boolean;
  close(): Promise<void>;
}

/**
 * SEC-07: asks the database for a sign of life on a connection of its own. A database that hangs keeps its connections
 * open and answers nothing: only a clock tells. Whoever waits for an answer is let go when it falls silent.
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
      // Its end is noticed at the next beat.
      next.on('error', () => undefined);
      client = next;
      await next.connect();
    }
    await client.query('select 1');
  };

  const look = async () => {
    const silence = new Promise<never>((_resolve, reject) => {
      // A loop that was blocked meanwhile looks at its timers before its sockets: an answer that lies there already
      // counts.
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

  /** Without waiting for a goodbye that may never be answered. */
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
