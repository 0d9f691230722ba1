/** A machine that is identified by its certificate. */
export interface LinkedMachine {
  machineId: string;
  organisationId: string;
  /** The number of the pairing: it increases when another oven is paired under this entry. */
  pairing: number;
}

/** The id of a report, unique for its machine: another oven paired under this entry starts counting again. */
export function reportIdOf({ pairing }: LinkedMachine, id: string): string {
  return pairing <= 1 ? id : `${pairing}/${id}`;
}
