import { afterCommit } from '../db/afterCommit.ts';
import type { Trx } from '../db/database.ts';
import type { House } from './house.ts';

const channel = 'once committed';

/** Does this once the transaction has committed, and not when it is undone: for what is not in the database. */
export function onceCommitted(trx: Trx, work: (house: House) => void): void {
  afterCommit(trx, channel, work);
}

/** Listens for such work, once for each house. */
export function workOnceCommitted(house: House): void {
  house.db.onCommit(channel, (works) => {
    for (const work of works as Parameters<typeof onceCommitted>[1][]) work(house);
  });
}
