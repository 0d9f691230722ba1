import { can } from '@fournil/contract/rights/policy';
import { z } from 'zod';
import type { Caller } from '../../kit/caller.ts';
import type { RegisteredCall } from '../../kit/http/allow.ts';
import { shapeOf } from '../../kit/http/sentBack.ts';

/** The collections of the entry point: JSON-LD class and path. */
const collections = {
  Machine: 'machines',
  Program: 'programs',
  ProgramMachine: 'programMachines',
  Structure: 'structures',
  Tag: 'tags',
  User: 'users',
  Menu: 'menus',
  Model: 'models',
  Webhook: 'webhooks',
  ApiToken: 'api-tokens',
  Category: 'categories',
  PhaseGroupType: 'phase_group_types',
} as const;

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
 * INT-01: the resources of the entry point, read from the registered calls. `reader` null stands for the whole
 * documentation, for readers who are not signed in; others find what they may call, and only collections that they may
 * list.
 */
export function resourcesFor(calls: readonly RegisteredCall[], reader: Caller | null): Resource[] {
  return Object.entries(collections).flatMap(([type, path]) => {
    const find = (method: Method, url: RegExp) => calls.find((call) => call.method === method && url.test(call.url));
    const ofList = (method: Method) => find(method, new RegExp(`^/api/${path}$`));
    const ofItem = (method: Method) => find(method, new RegExp(`^/api/${path}/:\\w+$`));
    const may = (call: RegisteredCall | undefined) =>
      call !== undefined && (reader === null || can(reader, call.allow));
    if (!may(ofList('GET'))) return [];
    const methods: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
    return [
      {
        type,
        path,
        shown: { ...memberOf(ofList('GET')), ...answerOf(ofItem('GET') ?? ofItem('PUT')) },
        create: shapeOf(ofList('POST')?.schema?.body) ?? {},
        update: shapeOf(ofItem('PUT')?.schema?.body) ?? {},
        list: methods.filter((method) => may(ofList(method))),
        item: methods.filter((method) => may(ofItem(method))),
      },
    ];
  });
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
      const type = shape['@type'];
      if (!(type instanceof z.ZodLiteral)) continue;
      const name = String(type.value);
      classes.set(name, { ...classes.get(name), ...shape });
    }
  }
  return classes;
}
