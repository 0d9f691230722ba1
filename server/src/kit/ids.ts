import { v5, v7 } from 'uuid';

/** UUIDs of version 7: they sort by time and do not reveal how many records exist (RGT-06). */
export function newId(): string {
  return v7();
}

const namesOfThings = '6f1c1b52-7a3e-5d0b-9c55-2d8d1c8f4e10';
/** A UUID derived from a name: the same for the same name. */
export function idOfName(name: string): string {
  return v5(name, namesOfThings);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a path segment has the form of an id; others are answered with 404. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
