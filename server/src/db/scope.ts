import type { Transaction } from 'kysely';
import type { Tables } from './tables/index.ts';

export type Trx = Transaction<Tables>;

/**
 * The scopes of database access. Each is a PostgreSQL login with its own grants and row-level policies, so that a
 * query without its `where` still returns no foreign rows (RGT-06), and none can become another (SEC-05).
 */
export type Scope =
  /** People of one organisation, and background work for it. */
  | { role: 'app'; organisationId: string }
  /** The maker's staff: numbers across organisations, read only. */
  | { role: 'staff' }
  /** Sign-in and sessions, before the caller is known. */
  | { role: 'gate' }
  /** Machines' reports, of all organisations in one batch. */
  | { role: 'link' };

export const staffScope: Scope = { role: 'staff' };
export const gateScope: Scope = { role: 'gate' };
export const linkScope: Scope = { role: 'link' };
export function organisationScope(organisationId: string): Scope {
  return { role: 'app', organisationId };
}
