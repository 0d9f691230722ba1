import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import { say, type Words } from '@fournil/contract/kit/words';
import { type MachineSwitch, placeMachines, switchMachines } from '../machines/index.ts';
import type { At, Outcome, Undo } from './outcome.ts';

/** Outcomes by row; a row that is in none of them was not seen. */
type Outcomes = ReadonlyMap<string, Outcome>;
type WorkMany = (at: At, ids: readonly string[], args: Record<string, unknown>) => Promise<Outcomes>;

const notPaired: Words = { en: 'Not paired yet', fr: 'Pas encore appairée' };

/**
 * Verbs that do a whole chunk in a few statements: what is asked for most, twenty times as fast as row by row. They do exactly
 * what their row by row counterpart does; when one throws, the rows are worked off one by one.
 */
export const workMany: Partial<Record<BulkVerb, WorkMany>> = {
  'machines.approve': (at, ids) => switchAll(at, ids, { approved: true }, 'machines.unapprove'),
  'machines.unapprove': (at, ids) => switchAll(at, ids, { approved: false }, 'machines.approve'),
  'machines.activate': (at, ids) => switchAll(at, ids, { active: true }, 'machines.deactivate'),
  'machines.deactivate': (at, ids) => switchAll(at, ids, { active: false }, 'machines.activate'),
  'machines.place': async ({ house, trx, member }, ids, { structure }) => {
    const before = await trx.selectFrom('machines').select(['id', 'structureId']).where('id', 'in', ids).execute();
    const moved = new Set(await placeMachines(house, trx, member, structure as string | null, ids));
    return new Map(
      before.map(({ id, structureId }): [string, Outcome] => [
        id,
        moved.has(id) ? { changed: true, undo: { verb: 'machines.place', args: { structure: structureId } } } : { changed: false },
      ]),
    );
  },
};

async function switchAll({ house, trx, member }: At, ids: readonly string[], to: MachineSwitch, back: BulkVerb): Promise<Outcomes> {
  const { changed, unchanged, unpaired } = await switchMachines(house, trx, member, ids, to);
  const undo: Undo = { verb: back, args: {} };
  const reason = say(notPaired, member.language);
  return new Map<string, Outcome>([
    ...changed.map((id) => [id, { changed: true, undo }] as const),
    ...unchanged.map((id) => [id, { changed: false }] as const),
    ...unpaired.map((id) => [id, { changed: false, refusals: [reason] }] as const),
  ]);
}
