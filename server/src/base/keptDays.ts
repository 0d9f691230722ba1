import { z } from 'zod';

const mostDays = 36_500;
/** A statistic shows 30 days by default. */
const fewestOfReports = 31;
const fewestOfHistory = 365;

const days = (fewest: number, message: string) =>
  z.coerce.number(message).int(message).min(fewest, message).max(mostDays, message);

/** SCL-03: how long what machines reported is kept; for ever without it. */
const ofReports = days(
  fewestOfReports,
  `must be a number of days from ${fewestOfReports} to ${mostDays}; leave it empty to keep everything for ever`,
).optional();

/** The settings that say how long data is kept, in days. */
export const keptDays = {
  /** AUD-01 */
  HISTORY_KEPT_DAYS: days(
    fewestOfHistory,
    `must be a number of days from ${fewestOfHistory} to ${mostDays}: the history is kept for a year at least, and for ten years without this setting`,
  ).default(3650),
  ACTIVITIES_KEPT_DAYS: ofReports,
  READINGS_KEPT_DAYS: ofReports,
  FAULTS_KEPT_DAYS: ofReports,
};

/** By table. */
export interface ReportsKeptDays {
  activities: number | undefined;
  readings: number | undefined;
  machineErrors: number | undefined;
}

export function reportsKeptDaysOf(data: {
  ACTIVITIES_KEPT_DAYS?: number | undefined;
  READINGS_KEPT_DAYS?: number | undefined;
  FAULTS_KEPT_DAYS?: number | undefined;
}): ReportsKeptDays {
  return {
    activities: data.ACTIVITIES_KEPT_DAYS,
    readings: data.READINGS_KEPT_DAYS,
    machineErrors: data.FAULTS_KEPT_DAYS,
  };
}
