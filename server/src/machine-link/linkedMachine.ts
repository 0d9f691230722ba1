/** A machine that has said who it is, by its certificate. */
export interface LinkedMachine {
  machineId: string;
  organisationId: string;
  /** Which of the ovens that have stood behind this entry. */
  pairing: number;
}

/** A report's id, unique on its machine: another oven behind the same entry counts its reports from the beginning. */
export function reportIdOf({ pairing }: LinkedMachine, id: string): string {
  return pairing <= 1 ? id : `${pairing}/${id}`;
}
