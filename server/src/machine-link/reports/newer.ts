interface Told {
  at: string;
  /** The order of arrival counts, not the time. */
  wins: boolean;
}

/** Whether what came later in a batch is also what is newer. */
export function isNewer(row: Told, over: Told): boolean {
  return row.wins || over.wins || row.at >= over.at;
}
