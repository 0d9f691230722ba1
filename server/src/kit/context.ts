import type { Trx } from '../db/database.ts';
import { type Caller, type Member, scopeOf } from './caller.ts';
import type { ExpectedVersion } from './refuseStale.ts';
import type { Services } from './services.ts';

/**
 * What the function behind a call works with: the services of the server, the call's transaction, and who calls. What
 * is kept for each server of a process is kept by its `db`, which all contexts share.
 */
export interface CallContext<Who extends Caller = Member> extends Services {
  trx: Trx;
  caller: Who;
  /** Of `If-Match`. */
  expectedVersion: ExpectedVersion;
}

/** The same for work that no single call asks for, such as a row of a bulk action or the demonstration. */
export function contextOf<Who extends Caller>(
  services: Services,
  trx: Trx,
  caller: Who,
  expectedVersion: ExpectedVersion = null,
): CallContext<Who> {
  return { ...services, trx, caller, expectedVersion };
}

/** Runs this in a transaction of the caller, for work that is no call. */
export function inContext<Who extends Caller, Result>(
  services: Services,
  caller: Who,
  work: (context: CallContext<Who>) => Promise<Result>,
): Promise<Result> {
  return services.db.as(scopeOf(caller), (trx) => work(contextOf(services, trx, caller)));
}
