import { readTopic } from '@fournil/contract/machine-link/topics';

/**
 * LNK-06: whether a message may go to this connection. It gets one `desired` state once: what is retained, or waits in
 * a persistent session, is held back until the birth of the connection, which sends the present state; a job for the
 * same state sends nothing more.
 */
export function openDesiredOnce(isBorn: (connection: object) => boolean) {
  const forwarded = new WeakMap<object, string>();
  return (connection: object, topic: string, payload: string | Buffer): boolean => {
    if (readTopic(topic)?.name !== 'desired') return true;
    const state = payload.toString();
    if (!isBorn(connection) || forwarded.get(connection) === state) return false;
    forwarded.set(connection, state);
    return true;
  };
}
