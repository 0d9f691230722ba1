import { afterCommit } from '../db/afterCommit.ts';
import type { Trx } from '../db/database.ts';
import type { Services } from './services.ts';

const channel = 'once committed';

/** Does this once the transaction has committed, and not when it is undone: for what is not in the database. */
export function onceCommitted(trx: Trx, work: (services: Services) => void): void {
  afterCommit(trx, channel, work);
}

/** Listens for such work, once for each server. */
export function workOnceCommitted(services: Services): void {
  services.db.onCommit(channel, (works) => {
    for (const work of works as Parameters<typeof onceCommitted>[1][]) work(services);
  });
}
