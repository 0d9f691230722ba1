interface ReportTime {
  at: string;
  /** The order of arrival counts, not the time. */
  wins: boolean;
}

/** Whether the later row of a batch is also the newer one. */
export function isNewer(row: ReportTime, over: ReportTime): boolean {
  return row.wins || over.wins || row.at >= over.at;
}
