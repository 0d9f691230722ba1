/** A machine that is identified by its certificate. */
export interface LinkedMachine {
  machineId: string;
  organisationId: string;
  /** The number of the pairing: it grows when another oven takes the place of this entry. */
  pairing: number;
}

/** The id of a report, unique for its machine: a new oven behind the same entry starts counting again. */
export function reportIdOf({ pairing }: LinkedMachine, id: string): string {
  return pairing <= 1 ? id : `${pairing}/${id}`;
}
