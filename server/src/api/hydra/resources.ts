import { listParameters } from '@fournil/contract/kit/listQuery';
import { can } from '@fournil/contract/rights/policy';
import { z } from 'zod';
import type { Caller } from '../../kit/caller.ts';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import { shapeOf } from '../../kit/http/sentBack.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A collection with what its calls take and answer, and the operations that this reader may call. */
export interface Resource {
  type: string;
  path: string;
  /** The fields of a record, of its list and of its page together. */
  shown: z.core.$ZodShape;
  create: z.core.$ZodShape;
  update: z.core.$ZodShape;
  list: Method[];
  item: Method[];
}

/**
 * INT-01: the resources of the entry point: each list that filters and sorts by what it shows, and whose records have
 * an address and a class. `reader` null stands for the whole documentation, for readers who are not signed in; others
 * find what they may call, and only collections that they may list.
 */
export function resourcesFor(calls: readonly RegisteredCall[], reader: Caller | null): Resource[] {
  const methods: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
  return calls.flatMap((listing) => {
    const type = typeOf(memberOf(listing));
    const [, path = ''] = /^\/api\/([\w-]+)$/.exec(listing.url) ?? [];
    const isItem = new RegExp(`^/api/${path}/:\\w+$`);
    const ofList = (method: Method) => calls.find((call) => call.method === method && call.url === listing.url);
    const ofItem = (method: Method) => calls.find((call) => call.method === method && isItem.test(call.url));
    const record = answerOf(ofItem('GET') ?? ofItem('PUT'));
    if (listing.method !== 'GET' || path === '' || type === null || typeOf(record) !== type) return [];
    if (!sortsByWhatItShows(listing)) return [];
    const may = (call: RegisteredCall | undefined) =>
      call !== undefined && (reader === null || can(reader, call.allow));
    if (!may(listing)) return [];
    return [
      {
        type,
        path,
        shown: { ...memberOf(listing), ...record },
        create: shapeOf(ofList('POST')?.schema?.body) ?? {},
        update: shapeOf(ofItem('PUT')?.schema?.body) ?? {},
        list: methods.filter((method) => may(ofList(method))),
        item: methods.filter((method) => may(ofItem(method))),
      },
    ];
  });
}

function sortsByWhatItShows({ schema }: RegisteredCall): boolean {
  return 'order[id]' in (listParameters.get(schema?.querystring as object)?.shape ?? {});
}

/** The JSON-LD class of a record of this shape. */
function typeOf({ '@type': type }: z.core.$ZodShape): string | null {
  return type instanceof z.ZodLiteral ? String(type.value) : null;
}

function answerOf(call: RegisteredCall | undefined): z.core.$ZodShape {
  return shapeOf((call?.schema?.response as Record<string, unknown> | undefined)?.['200']) ?? {};
}

function memberOf(call: RegisteredCall | undefined): z.core.$ZodShape {
  const members = answerOf(call)['hydra:member'];
  return (members instanceof z.ZodArray ? shapeOf(members.element) : null) ?? {};
}

/** The classes of all records that calls answer with, with their fields: for the contexts. */
export function classesOf(calls: readonly RegisteredCall[]): ReadonlyMap<string, z.core.$ZodShape> {
  const classes = new Map<string, z.core.$ZodShape>();
  for (const call of calls) {
    for (const shape of [answerOf(call), memberOf(call)]) {
      const name = typeOf(shape);
      if (name === null) continue;
      classes.set(name, { ...classes.get(name), ...shape });
    }
  }
  return classes;
}
