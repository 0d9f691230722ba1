import pg from 'pg';
import { type LiveNote, liveChannel } from '../kit/notifyLive.ts';

const retryMilliseconds = 1000;

interface Reactions {
  onNote(note: LiveNote): void;
  /** The connection was lost, or could not be opened: changes may have been missed. */
  onEnd(): void;
  onError(error: Error): void;
}

/** Listens to the changes announced by all servers, over a connection that is reopened whenever it ends. */
export function listenTo(url: string, { onNote, onEnd, onError }: Reactions): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | null = null;

  async function listenOnce(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'fournil-live' });
    await next.connect();
    const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()));
    next.on('notification', ({ payload }) => onNote(JSON.parse(payload ?? '') as LiveNote));
    await next.query(`listen ${liveChannel}`);
    client = next;
    await ended;
  }

  async function listen(): Promise<void> {
    while (!closed) {
      await listenOnce().catch((error: Error) => closed || onError(error));
      onEnd();
      await new Promise((resolve) => setTimeout(resolve, closed ? 0 : retryMilliseconds));
    }
  }
  void listen();

  return {
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
