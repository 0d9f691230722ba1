import { v7 } from 'uuid';

/** Ids sort by time and tell nothing of how many there are (RGT-06). */
export function newId(): string {
  return v7();
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path segment can be one of our ids at all; anything else is simply not found. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
