import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { product } from '@fournil/contract/product';
import { type Api, membersOf } from './api.ts';

const web = join(import.meta.dirname, '../../web/src');
const textOf = (name: string) => readFileSync(join(web, name), 'utf8');
const firstsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** ra-core's address of each page of a resource. */
const below: Record<string, string> = { list: '', create: '/create', edit: '/:id', show: '/:id/show' };
/** The calls that list the records whose keys are in addresses, where they are not named like the page. */
const lists: Record<string, string> = {
  machines: '/machines?paired=true&itemsPerPage=1',
  programs: '/programs?approved=true&itemsPerPage=1',
  users: '/users?kind=user&itemsPerPage=1',
  'images-machines': '/images/machines',
  'software-updates': '/software_updates',
};
/** Addresses that say more than their path. */
const complete: Record<string, string> = {
  '/programs/compare': '/programs/compare?left=:id&right=:id',
  '/programs/:id/rollout': '/programs/:id/rollout?revision=1',
};

/** Declared within a page, without a tab that leads to it. */
const withinPages = ['/programs/:id/show/revisions/1'];

/**
 * The addresses that the console declares for people who are signed in, with names as `:id` where a record's key
 * stands. Read from its source, because a browser's modules cannot be imported here.
 */
function declaredAddresses(): string[] {
  const app = textOf('app/App.tsx');
  const inFrame = app.slice(app.lastIndexOf('<CustomRoutes>'));
  const own = firstsOf(inFrame, /<Route path=(?:"|\{`)([^"`]+)/g);
  const [resources = ''] = firstsOf(textOf('app/resources.ts'), /ResourceProps\[\] = \[([^\]]+)/g);
  const ofResources = resources.split(', ').flatMap((name) => {
    const room = textOf(`${name}/index.ts`);
    const pages = firstsOf(room, /^ {2}(list|create|edit|show): page/gm).map((kind) => `/${name}${below[kind]}`);
    return [...pages, ...firstsOf(room, /Route, \{ path: '([^']+)'/g).map((path) => `/${name}/${path}`)];
  });
  return [...ofResources, ...withinPages, ...own].map((address) =>
    // A part with a question mark may be left out.
    address.replace(/\$\{product\.slug\}/, product.slug).replace(/\/:\w+\?$/, ''),
  );
}

/**
 * The declared addresses, with the keys of the first records; without those of records that this person does not have,
 * or may not list.
 */
export async function addressesFor(api: Api): Promise<string[]> {
  const keys = new Map<string, string | null | undefined>();
  const addresses = ['/'];
  for (const declared of declaredAddresses()) {
    const address = complete[declared] ?? declared;
    const list = address.split('/')[1] ?? '';
    if (!keys.has(list)) keys.set(list, await firstKey(api, lists[list] ?? `/${list}`));
    const key = keys.get(list);
    if (key) addresses.push(address.replace(/:\w+/g, key));
    else if (key === undefined && !address.includes(':')) addresses.push(address);
  }
  return addresses;
}

/** Undefined without a record or a list; null where this person may not list. */
async function firstKey(api: Api, path: string): Promise<string | null | undefined> {
  const { status, body } = await api.send('GET', path);
  if (status === 403) return null;
  const [first] = (status === 200 && membersOf<{ id?: string; machineCode?: string; code?: string }>(body)) || [];
  return first?.machineCode ?? first?.code ?? first?.id;
}
