import type { MachineUpdateState } from '@fournil/contract/software-updates/machineUpdate';
import type { Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface SoftwareUpdateTables {
  softwareUpdates: {
    id: string;
    version: string;
    beta: boolean;
    revoked: Generated<boolean>;
    description: string | null;
    fileName: string;
    /** Its name in the store. */
    storedAs: string;
    sizeBytes: number;
    sha256: string;
    /** SHA-1, required by the protocol; verification uses SHA-256. */
    sha1: string;
    /** Ed25519 over `statementOf`, base64. */
    signature: string;
    models: string[];
    fileVersion: string | null;
    hardware: string[];
    /** The same by section; null for versions stored before this was read: then `hardware` is common to all. */
    hardwareBySection: Json<Record<string, string[]>> | null;
    /** The time at which the first machine was offered it. */
    offeredAt: Generated<Date | null>;
    countDownloaded: Generated<number>;
    generalSince: Generated<Date | null>;
    createdAt: Generated<Date>;
    createdBy: string;
    editVersion: Generated<number>;
  };
  updateUploads: { id: string; userId: string; fileName: string; sizeBytes: number; createdAt: Generated<Date> };
  machineUpdates: MachineUpdateRow;
}

export interface MachineUpdateRow {
  /** The action's number on the wire. */
  id: Generated<number>;
  machineId: string;
  organisationId: string;
  updateId: string;
  rolloutId: string | null;
  ring: number | null;
  state: MachineUpdateState;
  message: Generated<string | null>;
  percent: Generated<number | null>;
  /** The whole file has been sent to this machine. */
  downloadedAt: Generated<Date | null>;
  createdAt: Generated<Date>;
  changedAt: Generated<Date>;
}
