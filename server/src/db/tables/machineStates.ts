import type { MachineOccupation } from '@fournil/contract/machines/activities';
import type { FaultCode } from '@fournil/contract/machines/faults';
import type { Generated } from 'kysely';

/** Values that change often, in a row of their own so that reports rewrite little. */
export interface MachineStateRow {
  machineId: string;
  organisationId: string;
  connected: Generated<boolean>;
  /** The time since which it is connected or disconnected. */
  connectionSince: Date | null;
  /** The start of the connection before the loss: a short loss is not shown as an outage. */
  connectedBefore: Date | null;
  /** The time of its last sign of life of any kind, not more exact than 20 seconds. */
  heardAt: Date | null;
  /** Its last connection is known to have ended; false after a mere silence. */
  connectionEnded: Generated<boolean>;
  /** The machine itself said that it disconnects, so it is not lost. */
  leftInOrder: Generated<boolean>;
  session: Generated<number>;
  /** The address that machines were given when it last connected; null from before it was kept. */
  brokerUrl: string | null;
  occupation: Generated<MachineOccupation>;
  occupationSince: Date | null;
  mode: string | null;
  programId: string | null;
  programName: string | null;
  programRevision: number | null;
  /** Of the body that runs, where the machine says it. */
  programSha256: string | null;
  programTotalSeconds: number | null;
  step: number | null;
  stepCount: number | null;
  elapsedSeconds: number | null;
  chamberTemperatureCelsius: number | null;
  setTemperatureCelsius: number | null;
  doorOpen: boolean | null;
  /** The time of the newest reading. */
  readingAt: Date | null;
  /** The time of the newest event. */
  activityAt: Date | null;
  openErrorCount: Generated<number>;
  lastErrorCode: FaultCode | null;
  lastErrorStart: Date | null;
  lastErrorEnd: Date | null;
  reportedDesiredVersion: Generated<number>;
  /** Since when the present organisation has the oven, where another one had paired it before. */
  ownedSince: Date | null;
  /** The time since which the machine's clock is known to be wrong. */
  clockWrongSince: Date | null;
  /** The time at which its credentials were last used from two addresses in turn. */
  twoPlacesAt: Date | null;
  /** The wrong time that it reported at the last birth. */
  clockSaidAt: Date | null;
  /** The first and the last of the times that the server gave to its reports while its clock was wrong. */
  misdatedFrom: Date | null;
  misdatedUntil: Date | null;
  /** MNU-04: the time of its newest row in `machineContents`. */
  contentsAt: Generated<Date | null>;
  /** Every day of its log has a row in `machineDays`. */
  daysFilled: Generated<boolean>;
}
