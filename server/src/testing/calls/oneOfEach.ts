import { signedIn } from '../api.ts';
import { aMachine, aProgram, type Person, password } from '../builders.ts';
import { bulkRun } from '../bulkRun.ts';
import type { TestServer } from '../testServer.ts';

/** The id of a record of each kind in the organisation of this client admin, by the path of its calls. */
export async function oneOfEach(server: TestServer, admin: Person): Promise<Record<string, string>> {
  const made = async (path: string, body?: unknown, status = 201) =>
    ((await admin.post(path, body)).expect(status) as { id: string }).id;
  const machine = await aMachine(admin);
  const program = await aProgram(admin);
  const structure = await made('/structures', { name: 'Theirs' });
  const tag = await made('/tags', { name: 'Theirs' });
  const menu = await made('/menus', { name: 'Theirs', category: program.category, programs: [program.id] });
  const webhook = await made('/webhooks', { url: 'https://receiver.invalid/', events: ['bake.began'] });
  const programMachine = await made('/programMachines', { machine: machine.id, program: program.id });
  // A rollout needs a machine in service and a revision that is not approved.
  await server.ownerQuery('update machines set approved = true, "pairedAt" = now() where id = $1', [machine.id]);
  (await admin.put(`/programs/${program.id}`, { name: 'Theirs, renamed', draft: true })).expect(200);
  const { id: bulk } = await bulkRun(admin, 'machines.activate', [machine.id]);
  // Not the session that makes the calls.
  const other = await signedIn(server, admin.email, password);
  const sessions = (await other.get('/sessions')).expect(200) as {
    'hydra:member': { id: string; isCurrent: boolean }[];
  };
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  return {
    rollouts: await made(`/programs/${program.id}/rollouts`, { revision: 2, rings: [{ name: 'All' }] }),
    webhooks: webhook,
    'webhook-deliveries': await made(`/webhooks/${webhook}/test`, undefined, 200),
    'api-tokens': await made('/api-tokens', { name: 'Theirs', rights: ['ROLE_TAG_ACCESS'], endsAt }),
    'rights-templates': await made('/rights-templates', { name: 'Theirs', rights: [] }),
    machines: machine.id,
    'control/user': admin.userId,
    programs: program.id,
    programMachines: programMachine,
    'history/machine': machine.id,
    'history/program': program.id,
    structures: structure,
    tags: tag,
    menus: menu,
    'history/menu': menu,
    'history/structure': structure,
    'history/tag': tag,
    'history/user': admin.userId,
    users: admin.userId,
    'history/people': admin.userId,
    bulk,
    sessions: sessions['hydra:member'].find(({ isCurrent }) => isCurrent)?.id ?? '',
    'images/users': admin.userId,
  };
}
