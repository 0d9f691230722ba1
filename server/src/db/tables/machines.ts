import type { MachineSetting, SettingType, SettingValue } from '@fournil/contract/machine-link/fields';
import type { AnswerReason, HeldReason } from '@fournil/contract/machine-link/reasons';
import type { RefusalCode, RefusedList } from '@fournil/contract/machine-link/refusals';
import type { ActivityType } from '@fournil/contract/machines/activities';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { FaultCode } from '@fournil/contract/machines/faults';
import type { CommandState } from '@fournil/contract/machines/settings';
import type { ColumnType, Generated } from 'kysely';
import type { MachineDayRow } from './machineDays.ts';
import type { MachineStateRow } from './machineStates.ts';
import type { PairingTryRow } from './pairingTries.ts';
import type { Json } from './programs.ts';

export interface MachineTables {
  machines: MachineRow;
  /** By source (an organisation, or a network) and serial number in small letters. */
  serialOwners: { serial: string; organisationId: string };
  pairingTries: PairingTryRow;
  /** Updated by triggers of `machines`; an organisation's number is the sum of its rows. */
  machineTotals: { organisationId: string; slot: number; machines: number };
  machineStates: MachineStateRow;
  installations: InstallationRow;
  machineCommands: MachineCommandRow;
  activities: {
    id: string;
    machineId: string;
    organisationId: string;
    /** Unique on its machine, so that a repeated report is stored once. */
    reportId: string;
    type: ActivityType;
    at: Date;
    programId: string | null;
    programName: string | null;
    totalSeconds: number | null;
    mode: string | null;
    /** MNU-04: of a program's start and end; null from before they were kept. */
    programRevision: number | null;
    programSha256: string | null;
    /** The body that ran is not that of the revision. */
    programChanged: boolean | null;
    softwareVersion: string | null;
    /** The time that the machine reported, when its clock was wrong; `at` is then the server's. */
    saidAt: Generated<string | null>;
    receivedAt: Generated<Date>;
  };
  machineErrors: {
    id: string;
    machineId: string;
    organisationId: string;
    code: FaultCode;
    dateStart: Date;
    dateEnd: Date | null;
    /** The start that the machine reported, when its clock was wrong; `dateStart` is then the server's. */
    saidStart: Generated<string | null>;
    /** The reports that began and ended it, because their times do not identify them. */
    reportId: Generated<string | null>;
    endReportId: Generated<string | null>;
    /** Detected by the server, not reported by the machine. */
    byServer: Generated<boolean>;
    receivedAt: Generated<Date>;
  };
  readings: {
    machineId: string;
    organisationId: string;
    at: Date;
    /** Null while the probe is broken. */
    chamberTemperatureCelsius: number | null;
    setTemperatureCelsius: number | null;
    energyKilowattHours: number;
    doorOpen: boolean;
    step: number | null;
    /** As for activities; identifies repeated reports together with the report's id. */
    saidAt: Generated<string | null>;
    reportId: Generated<string | null>;
  };
  /** Until each expires. */
  machineCertificates: {
    /** Lower-case hexadecimal, as the authority gave it. */
    serialNumber: string;
    machineId: string;
    fingerprint: string;
    issuedAt: Generated<Date>;
    expiresAt: Date;
    /** MKR-01: of a renewal, so that the same request gets the same certificate. */
    requestHash?: string | null;
    certificate?: string | null;
  };
  /** The running servers. */
  servers: { id: string; startedAt: Generated<Date>; seenAt: Generated<Date> };
  /** The client identifiers of a shared broker, each leased by one server. */
  brokerSlots: { slot: number; serverId: string | null; leasedUntil: Date | null };
  packedReadings: PackedReadingsRow;
  machineDays: MachineDayRow;
  /** SCL-01: losses of connections; `structureId` is null for that of one machine. */
  outages: { organisationId: string; id: string; structureId: string | null; beganAt: Date; endedAt: Date | null };
  outageMachines: { organisationId: string; outageId: string; machineId: string; lostAt: Date; backAt: Date | null };
  refusedMessages: {
    machineId: string | null;
    topic: string;
    reason: string;
    count: Generated<number>;
    lastAt: Generated<Date>;
    /** MKR-01: of the last one of this kind; null where a former version has counted it. */
    code: RefusalCode | null;
    args: Record<string, string | number> | null;
    field: string | null;
    list: RefusedList | null;
    entryIndex: number | null;
    entryId: string | null;
    excerpt: string | null;
  };
}

/** SCL-03: the readings of a machine and hour; `"unpackReadings"` gives them one by one (migration 0061). */
export interface PackedReadingsRow {
  organisationId: string;
  machineId: string;
  /** The start of the hour. */
  hour: Date;
  firstMilliseconds: number;
  everyMilliseconds: number;
  offsets: number[] | null;
  exactOffsets: number[] | null;
  /** Tenths of a degree Celsius. */
  chamber: number[] | null;
  exactChamber: number[] | null;
  set: (number | null)[] | null;
  exactSet: (number | null)[] | null;
  firstEnergy: number;
  energy: number[] | null;
  exactEnergy: number[] | null;
  doorOpen: boolean[];
  step: (number | null)[];
  firstAt: Date;
  lastAt: Date;
  lastEnergy: number;
  /** A decimal number. */
  usedEnergy: string;
  reportIds: (string | null)[] | null;
  saidAt: (string | null)[] | null;
}

export interface MachineRow {
  id: string;
  organisationId: string;
  name: string;
  description: string | null;
  serialNumber: string;
  /** HMAC with the server's key, so that it cannot be read back. */
  pinHash: string;
  category: MachineCategoryCode;
  model: string | null;
  active: Generated<boolean>;
  approved: Generated<boolean>;
  structureId: string | null;
  /** Null: that of its structure. */
  ownTimezone: Generated<string | null>;
  /** The one that counts: its own or its structure's; null, which counts as UTC, where there is none. */
  timezone: string | null;
  softwareVersion: string | null;
  avatar: string | null;
  pairingOpenUntil: Date | null;
  /** The network from which the window was opened: wrong PINs from elsewhere do not prevent pairing from there. */
  pairingOpenedFrom: string | null;
  /** For the PIN that the oven displays for this window only. */
  pairingPinHash: string | null;
  /** The time at which its owners were last told that others try or enter its serial number. */
  contestedToldAt: Date | null;
  /** Used by the previous release only; attempts are counted by source now. */
  pairingWrongPins: Generated<number>;
  pairedAt: Date | null;
  /** SHA-256 of the certificate with which it may connect, or which brings a lost pairing back (`reclaim.ts`). */
  certificateFingerprint: string | null;
  certificateExpiresAt: Date | null;
  /** The former certificate, accepted until the present one is first used. */
  formerFingerprint: string | null;
  /** The number of machines that have used this entry. */
  pairingNumber: Generated<number>;
  /** Increases with every change of the desired state. */
  desiredVersion: Generated<number>;
  settings: Json<KnownSetting[]> | null;
  /** The time at which the machine reported all of them together. */
  settingsReportedAt: Date | null;
  /** The attributes that it reported at the update interface. */
  updateAttributes: Json<Record<string, string | number | boolean>> | null;
  updateAskedAt: Generated<Date | null>;
  /** "HH:MM" in its own time; null: at any time. */
  updatesFrom: Generated<string | null>;
  updatesTo: Generated<string | null>;
  /** Updates wait until its structure is closed, where its hours are known. */
  updatesWhenClosed: Generated<boolean>;
  betaAllowed: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  version: Generated<number>;
  /** AUD-03: in the recycle bin since then, and hidden by row-level security. */
  deletedAt: Generated<Date | null>;
}

/** A setting as the machine reported it, and when. */
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

export interface InstallationRow {
  id: string;
  organisationId: string;
  machineId: string;
  programId: string;
  position: number;
  /** MNU-01: that puts it there; null for one that was only added by hand. */
  menuId: Generated<string | null>;
  /** MNU-01: its place among those added by hand; null where only a menu puts it there, or no menu does. */
  handPosition: Generated<number | null>;
  /** MNU-03: the revision that the machine should have in place of the approved one. */
  givenRevision: Generated<number | null>;
  requestedAt: Generated<Date>;
  /** The revision that the machine reports. */
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: ColumnType<'applied' | 'refused' | 'changed' | null>;
  reportedReason: Json<HeldReason> | null;
  reportedAt: Date | null;
  /** Used by the former version only; `overwriteSha256` says which change gives way. */
  overwriteChanged: Generated<boolean>;
  /** MNU-02: the change made at the machine that the approved revision replaces. */
  overwriteSha256: Generated<string | null>;
  /** MNU-02: the change that the oven may keep, until then or for good (null). */
  keptSha256: Generated<string | null>;
  keptUntil: Generated<Date | null>;
  /** MNU-02: the revision that the kept change has become; it gives way when that or a later one is approved. */
  adoptedRevision: Generated<number | null>;
}
