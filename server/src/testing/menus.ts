import type { MenuDetail } from '@fournil/contract/menus/menu';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from './builders.ts';
import { eventually } from './oven.ts';
import type { TestServer } from './testServer.ts';

let count = 0;

/** A new administrator's organisation, so that menus of other tests reach nothing in it. */
export async function anAdmin(server: TestServer): Promise<Person> {
  return aPerson(server, 'clientAdmin', await anOrganisation(server));
}

/** A chain with two shops, a deck oven in each, and four programs. */
export async function aChain(server: TestServer) {
  const who = await anAdmin(server);
  const chain = await aStructure(server, who, 'Chain');
  const [north, south] = [
    await aStructure(server, who, 'North', { parentId: chain }),
    await aStructure(server, who, 'South', { parentId: chain }),
  ];
  const [one, two] = [await aMachine(who, { structure: north }), await aMachine(who, { structure: south })];
  const programs: string[] = [];
  for (let index = 0; index < 4; index += 1) programs.push((await aProgram(who)).id);
  const [a = '', b = '', c = '', d = ''] = programs;
  return { who, chain, north, south, one, two, a, b, c, d };
}

/** An approved menu for deck ovens. */
export async function aMenu(who: Person, fields: Record<string, unknown>): Promise<MenuDetail> {
  const body = { name: `Menu ${++count}`, category: 'deck', approved: true, ...fields };
  return (await who.post('/menus', body)).expect(201) as MenuDetail;
}

/** The places of a menu that is given to one structure. */
export const inStructure = (id: string) => [{ kind: 'structure', id }];

/** A program on a machine, as far as tests of menus read it. */
interface ListedProgram {
  id: string;
  position: number;
  program: { id: string; name: string | null };
  menu: { id: string; name: string | null; place: { kind: string; id: string; name: string | null } } | null;
  addedByHand: boolean;
}

export async function rowsOn(who: Person, machineId: string): Promise<ListedProgram[]> {
  return (await who.get(`/programMachines?machine=${machineId}&order[position]=asc`)).body['hydra:member'];
}

export async function programsOn(who: Person, machineId: string): Promise<string[]> {
  return (await rowsOn(who, machineId)).map(({ program }) => program.id);
}

/** Waits until the machine holds exactly these programs in this order. */
export function holds(who: Person, machineId: string, ids: readonly string[]): Promise<unknown> {
  return eventually(async () => (await programsOn(who, machineId)).join() === ids.join());
}

/** Lets a user see this structure and what is below it. */
export async function assignTo(server: TestServer, person: Person, structureId: string): Promise<void> {
  await server.ownerQuery(
    `insert into "structureUsers" ("structureId", "userId", "organisationId") values ($1, $2, $3)`,
    [structureId, person.userId, person.organisationId],
  );
}
