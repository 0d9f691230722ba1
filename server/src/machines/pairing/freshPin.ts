/**
 * What the hash of a PIN is bound to that the oven shows for one pairing; that of its plate is bound to the machine's
 * id alone.
 */
export function freshPinOf(machineId: string): string {
  return `fresh ${machineId}`;
}
