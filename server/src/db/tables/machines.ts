import type { MachineSetting, SettingType, SettingValue } from '@fournil/contract/machine-link/messages';
import type { AnswerReason, HeldReason } from '@fournil/contract/machine-link/reasons';
import type { ActivityType, MachineOccupation } from '@fournil/contract/machines/activities';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { MachineErrorCode } from '@fournil/contract/machines/errors';
import type { CommandState } from '@fournil/contract/machines/settings';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './programs.ts';

export interface MachineTables {
  machines: MachineRow;
  /** By source (an organisation, or a network) and serial number in small letters. */
  pairingTries: { source: string; serial: string; pin: string; wasOpen: Generated<boolean>; at: Date };
  /** Kept by triggers of `machines`; an organisation's number is the sum of its rows. */
  machineTotals: { organisationId: string; slot: number; machines: number };
  machineStates: MachineStateRow;
  installations: InstallationRow;
  machineCommands: MachineCommandRow;
  activities: {
    id: string;
    machineId: string;
    organisationId: string;
    /** Unique on its machine: what is sent twice is stored once. */
    reportId: string;
    type: ActivityType;
    at: Date;
    programId: string | null;
    programName: string | null;
    totalSeconds: number | null;
    mode: string | null;
    /** The time as the machine said it, when its clock was wrong; `at` is then the server's. */
    saidAt: Generated<string | null>;
    receivedAt: Generated<Date>;
  };
  machineErrors: {
    id: string;
    machineId: string;
    organisationId: string;
    code: MachineErrorCode;
    dateStart: Date;
    dateEnd: Date | null;
    /** The beginning as the machine said it, when its clock was wrong; `dateStart` is then the server's. */
    saidStart: Generated<string | null>;
    /** Which report began it and which ended it, where the time cannot tell. */
    reportId: Generated<string | null>;
    endReportId: Generated<string | null>;
    /** Found by the server, not said by the machine. */
    byServer: Generated<boolean>;
    receivedAt: Generated<Date>;
  };
  readings: {
    machineId: string;
    organisationId: string;
    at: Date;
    chamberTemperatureCelsius: number;
    setTemperatureCelsius: number | null;
    energyKilowattHours: number;
    doorOpen: boolean;
    step: number | null;
    /** As for activities; with the report's id, which tells what was sent twice. */
    saidAt: Generated<string | null>;
    reportId: Generated<string | null>;
  };
  refusedMessages: {
    machineId: string | null;
    topic: string;
    reason: string;
    count: Generated<number>;
    lastAt: Generated<Date>;
  };
}

export interface MachineRow {
  id: string;
  organisationId: string;
  name: string;
  description: string | null;
  serialNumber: string;
  /** HMAC with the server's key: never readable. */
  pinHash: string;
  category: MachineCategoryCode;
  model: string | null;
  active: Generated<boolean>;
  approved: Generated<boolean>;
  structureId: string | null;
  timezone: string | null;
  softwareVersion: string | null;
  avatar: string | null;
  pairingOpenUntil: Date | null;
  /** The network of whoever opened the window: what others try does not keep an oven there from pairing. */
  pairingOpenedFrom: string | null;
  /** Of the PIN that the oven shows for this window only. */
  pairingPinHash: string | null;
  /** When its people were last told that others try or enter its serial number. */
  contestedToldAt: Date | null;
  /** Of the release before; tries are counted by source now. */
  pairingWrongPins: Generated<number>;
  pairedAt: Date | null;
  /** SHA-256 of the certificate it may connect with. */
  certificateFingerprint: string | null;
  certificateExpiresAt: Date | null;
  /** The one before, good until the present one is first used. */
  formerFingerprint: string | null;
  /** Counts the ovens that have stood behind this entry. */
  pairingNumber: Generated<number>;
  /** Counts the changes of what the machine should hold. */
  desiredVersion: Generated<number>;
  settings: Json<KnownSetting[]> | null;
  /** When the machine said all of them together. */
  settingsReportedAt: Date | null;
  /** What it said of itself at the update door. */
  updateAttributes: Json<Record<string, string | number | boolean>> | null;
  updateAskedAt: Generated<Date | null>;
  /** "HH:MM" in its own time; null: at any. */
  updatesFrom: Generated<string | null>;
  updatesTo: Generated<string | null>;
  betaAllowed: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  /** AUD-03: since then it is in the bin, and hidden by row-level security. */
  deletedAt: Generated<Date | null>;
}

/** A setting as the machine said it, and when. */
export type KnownSetting = MachineSetting & { reportedAt?: string };

/** MAC-07: a change of a setting. */
export interface MachineCommandRow {
  id: string;
  organisationId: string;
  machineId: string;
  param: string;
  type: SettingType;
  oldValue: Json<SettingValue> | null;
  newValue: Json<SettingValue>;
  state: Generated<CommandState>;
  reason: Json<AnswerReason> | null;
  requestedById: string;
  requestedByName: string;
  requestedAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
}

/** What moves all the time, apart from the machine so that reports rewrite little. */
export interface MachineStateRow {
  machineId: string;
  organisationId: string;
  connected: Generated<boolean>;
  /** Since when connected, or away. */
  connectionSince: Date | null;
  /** Since when it had been connected before it was lost: a short absence is no outage. */
  connectedBefore: Date | null;
  session: Generated<number>;
  occupation: Generated<MachineOccupation>;
  occupationSince: Date | null;
  mode: string | null;
  programId: string | null;
  programName: string | null;
  programTotalSeconds: number | null;
  step: number | null;
  stepCount: number | null;
  elapsedSeconds: number | null;
  chamberTemperatureCelsius: number | null;
  setTemperatureCelsius: number | null;
  doorOpen: boolean | null;
  /** When the newest reading was taken. */
  readingAt: Date | null;
  /** When the newest event happened. */
  activityAt: Date | null;
  openErrorCount: Generated<number>;
  lastErrorCode: MachineErrorCode | null;
  lastErrorStart: Date | null;
  lastErrorEnd: Date | null;
  reportedDesiredVersion: Generated<number>;
  /** Since when the machine's clock is known to be wrong. */
  clockWrongSince: Date | null;
  /** When its credential was last used from two places in turn. */
  twoPlacesAt: Date | null;
  /** What it said at the last birth, when that was wrong. */
  clockSaidAt: Date | null;
}

export interface InstallationRow {
  id: string;
  organisationId: string;
  machineId: string;
  programId: string;
  position: number;
  requestedAt: Generated<Date>;
  /** What the machine said that it holds. */
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: ColumnType<'applied' | 'refused' | 'changed' | null>;
  reportedReason: Json<HeldReason> | null;
  reportedAt: Date | null;
  /** Ours was asked to replace what was changed at the machine. */
  overwriteChanged: Generated<boolean>;
}
