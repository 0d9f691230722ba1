import { v5, v7 } from 'uuid';

/** Ids sort by time and tell nothing of how many there are (RGT-06). */
export function newId(): string {
  return v7();
}

const namesOfThings = '6f1c1b52-7a3e-5d0b-9c55-2d8d1c8f4e10';
/** The id of what has a name instead of one: the same for the same name. */
export function idOfName(name: string): string {
  return v5(name, namesOfThings);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path segment can be one of our ids at all; anything else is simply not found. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
