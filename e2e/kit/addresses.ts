import { join } from 'node:path';
import { type Api, membersOf } from './api.ts';

/** The calls that list the records whose keys are in addresses, where they are not named like the page. */
const lists: Record<string, string> = {
  machines: '/machines?paired=true&itemsPerPage=1',
  programs: '/programs?approved=true&itemsPerPage=1',
  structures: '/structures?lvl=0&itemsPerPage=1&order[nbMachine]=desc',
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
 * stands. Only the table of pages is imported here: the pages themselves need a browser.
 */
async function declaredAddresses(): Promise<string[]> {
  const { allPages } = (await import(join(import.meta.dirname, '../../web/src/app/pages.ts'))) as {
    allPages: () => [path: string, page: { outside?: string }][];
  };
  const inFrame = allPages().filter(([, { outside }]) => !outside);
  // Parts that may be left out are a parameter with a question mark, and whatever is below the page.
  return [...inFrame.map(([path]) => path.replace(/\/(:\w+\?|\*)$/, '')), ...withinPages];
}

/**
 * The declared addresses and further ones, with the keys of the first records; without those of records that this
 * person does not have, or may not list.
 */
export async function addressesFor(api: Api, further: readonly string[] = []): Promise<string[]> {
  const keys = new Map<string, string | null | undefined>();
  const addresses: string[] = [];
  for (const declared of [...(await declaredAddresses()), ...further]) {
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
