import type { Words } from './kit/words.ts';
import { type Resource, resources } from './resources.ts';

type Resources = typeof resources;
export type Entity = keyof Resources;
export const entities = Object.keys(resources) as [Entity, ...Entity[]];

/** Those of which something holds, such as `live`. */
export type EntityWith<Key extends keyof Resource> = {
  [Name in Entity]: Key extends keyof Resources[Name] ? Name : never;
}[Entity];

/** Those that have calls of their own, and so pages of their own. */
export type EntityWithCalls = {
  [Name in Entity]: Resources[Name]['path'] extends string ? Name : never;
}[Entity];

/** The entities of which something holds. */
export function entitiesWith<Key extends keyof Resource>(key: Key): [EntityWith<Key>, ...EntityWith<Key>[]] {
  return entities.filter((name) => key in resources[name]) as [EntityWith<Key>, ...EntityWith<Key>[]];
}

/** The words at the beginning of a line. */
export function capitalised({ en, fr }: Words): Words {
  return { en: upperFirst(en), fr: upperFirst(fr) };
}

function upperFirst(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
