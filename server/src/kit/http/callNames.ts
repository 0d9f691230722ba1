import { resources } from '@fournil/contract/resources';

/** A call in the documents (INT-02): its name as a method of a generated client, and a sentence. */
export type CallName = readonly [operationId: string, summary: string, more?: string];

const ofPath = new Map(
  Object.values(resources).flatMap((resource) => (resource.path === null ? [] : [[resource.path, resource] as const])),
);

/** The JSON-LD class of the records at this address. */
export function typeAt(url: string): string {
  const type = ofPath.get(url.split('/')[1] as never)?.type;
  if (!type) throw new Error(`${url} is the address of no resource: name the type of its items`);
  return type;
}

/** The names of the calls that each resource has: its list, its record, and its restoration. */
export function usualName(method: string, url: string): CallName {
  const [, path, rest = ''] = /^\/([\w-]+)(\/.*)?$/.exec(url) ?? [];
  const resource = ofPath.get(path as never);
  const name = resource && namesOf(resource)[`${method} ${rest.replace(/:\w+/, ':')}`.trim()];
  if (!name) throw new Error(`${method} ${url} needs a name`);
  return name;
}

function namesOf(resource: (typeof resources)[keyof typeof resources]): Record<string, CallName> {
  const { type, one, many } = resource;
  const record = `${/^[aeio]/i.test(one.en) ? 'an' : 'a'} ${one.en}`;
  const isRestorable = 'restorable' in resource;
  return {
    GET: [`list${joined(many.en)}`, `List ${many.en}`],
    POST: [`create${type}`, `Create ${record}`],
    'GET /:': [`get${type}`, `Read ${record}`],
    'PUT /:': [`update${type}`, `Change ${record}`],
    'DELETE /:': [`delete${type}`, isRestorable ? `Put ${record} in the recycle bin` : `Delete ${record}`],
    'POST /:/restore': [`restore${type}`, `Restore ${record} from the recycle bin`],
  };
}

/** `API tokens` as `ApiTokens`. */
function joined(words: string): string {
  return words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}
