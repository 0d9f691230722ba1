import type { Generated } from 'kysely';

export interface PairingTryRow {
  source: string;
  serial: string;
  pin: string;
  /** In how many windows it was compared, and when last. */
  compared: Generated<number>;
  comparedAt: Date | null;
  /** Used by the previous release only. */
  wasOpen: Generated<boolean>;
  at: Date;
}
