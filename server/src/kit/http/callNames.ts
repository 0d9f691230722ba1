import { resources } from '@fournil/contract/resources';

/** The headings of the documents (INT-02), with a sentence for each. */
export const headings = {
  Machines: 'The ovens: where they are, what they do now, what they reported, and their settings.',
  Installations: 'The programs on each machine, with the state of each.',
  Programs: 'Baking programs, their revisions and their approval.',
  Menus: 'Ordered programs that are given to structures and machines, with seasons, revisions and approval.',
  Structures: 'The sites and sectors of an organisation, as a tree.',
  Tags: 'Labels on programs.',
  'Many at once': 'One action on many records, with a preview and undo.',
  History: 'Who did what, and when.',
  People: 'The users of an organisation, their rights, and the maker’s clients and technicians.',
  'API tokens': 'Tokens for programs of the organisation.',
  Webhooks: 'Addresses of the organisation that are called when something happens, and what was sent to them.',
  Clients: 'The maker’s work: clients, technicians, and what clients share with support.',
  Account: 'Signing in, the second step, and the caller’s own profile and sessions.',
  Pictures: 'The maker’s libraries of pictures, and portraits.',
  'Software updates': 'Versions of the machines’ software, for the maker.',
  Rollouts:
    'What is given to machines ring by ring: software by the maker; programs, menus and settings in an organisation.',
  'Machine link':
    'Pairing and updates of the machines themselves; what they report goes over MQTT, see `/api/asyncapi.json`.',
  API: 'The API’s own documents, and the state of the server.',
} as const;
export type Heading = keyof typeof headings;

/** A call in the documents: its name as a method of a generated client, and a sentence. */
export type CallName = readonly [operationId: string, summary: string, more?: string];
/** The same with its heading. */
export interface NamedCall {
  tag: Heading;
  name: CallName;
}

export function named(tag: Heading, ...name: CallName): NamedCall {
  return { tag, name };
}

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
