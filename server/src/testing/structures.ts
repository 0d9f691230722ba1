import type { Right } from '@fournil/contract/rights/rights';
import { aMachine, anOrganisation, aPerson, aStructure, type Person } from './builders.ts';
import type { TestServer } from './testServer.ts';

export interface Structure {
  id: string;
  name: string;
  version: number;
}

/** Without these rights a user sees only the structures to which they are assigned. */
export const partly: Right[] = ['ROLE_STRUCTURE_TOTAL_ACCESS', 'ROLE_MACHINE_ACCESS_NO_STRUCTURE'];

export const makeStructure = async (person: Person, body: object) =>
  (await person.post('/structures', body)).expect(201) as Structure;

export const keysOf = (body: { violations?: { propertyPath: string; key: string }[] }) =>
  body.violations?.map(({ propertyPath, key }) => `${propertyPath} ${key}`);

export const namesOf = (body: { 'hydra:member': Structure[] }) => body['hydra:member'].map(({ name }) => name);

interface ListedEvent {
  typeEvent: string;
  originName: string;
  targetName: string | null;
  fields: string[];
}

export const eventsOf = async (person: Person, path: string): Promise<ListedEvent[]> =>
  (await person.get(`/history/${path}/full?itemsPerPage=100`)).body['hydra:member'];

/** Region > Town > Shop, each with a machine, and a second tree beside it. */
export async function aTree(server: TestServer, owner: Person) {
  const region = await aStructure(server, owner, 'Region');
  const town = await aStructure(server, owner, 'Town', { parentId: region });
  const shop = await aStructure(server, owner, 'Shop', { parentId: town });
  const elsewhere = await aStructure(server, owner, 'Elsewhere');
  const machines = [];
  for (const structure of [region, town, shop]) machines.push((await aMachine(owner, { structure })).id);
  return { region, town, shop, elsewhere, machines };
}

export async function anAdminOfNew(server: TestServer): Promise<Person> {
  return aPerson(server, 'clientAdmin', await anOrganisation(server));
}
