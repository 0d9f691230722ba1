import type { Room } from './room.ts';
import { roomsOfMachines } from './roomsOfMachines.ts';
import { roomsOfPeople } from './roomsOfPeople.ts';
import { roomsOfThings } from './roomsOfThings.ts';
/**
 * INT-02: the names of all calls, as methods of a generated client, and a sentence for each. A call without a name
 * stops the start.
 */
export const rooms: readonly Room[] = [...roomsOfThings, ...roomsOfPeople, ...roomsOfMachines];
