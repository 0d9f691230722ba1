import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { type Api, membersOf } from './api.ts';

/** A stopped rollout of a program that is deleted again, so that no other journey meets it; it stays in the list. */
export async function aRollout(admin: Api): Promise<string> {
  const [known] = membersOf<RolloutView>(await admin.get('/rollouts?itemsPerPage=1'));
  if (known) return known.id;
  const [machine] = membersOf<MachineView>(await admin.get('/machines?paired=true&itemsPerPage=1'));
  const [model] = membersOf<ProgramView>(await admin.get(`/programs?category=${machine?.category}&itemsPerPage=1`));
  const { category, phaseGroups } = model as ProgramView;
  const body = { category, phaseGroups, name: 'Déployé' };
  const program = (await admin.send('POST', '/programs', body)).body as ProgramView;
  await admin.send('POST', '/programMachines', { machine: machine?.id, program: program.id });
  const rings = [{ name: 'Premier palier' }];
  const started = await admin.send('POST', `/programs/${program.id}/rollouts`, { revision: 1, rings, bakesToOpen: 3 });
  await admin.send('DELETE', `/programs/${program.id}`);
  return (started.body as RolloutView).id;
}
