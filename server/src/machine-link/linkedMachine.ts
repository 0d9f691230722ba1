import type { LinkedMachine } from './broker/broker.ts';

/** A report's id, unique on its machine: another oven behind the same entry counts its reports from the beginning. */
export function reportIdOf({ pairing }: LinkedMachine, id: string): string {
  return pairing <= 1 ? id : `${pairing}/${id}`;
}
