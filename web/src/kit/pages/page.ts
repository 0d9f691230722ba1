import { type ComponentType, lazy } from 'react';

/** A page in a file of its own, loaded when it is opened. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}
