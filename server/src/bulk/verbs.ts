import type { BulkArgs, BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { changeMachine, dropMachine, installOn, uninstallFrom } from '../machines/index.ts';
import { changeProgram, dropProgram } from '../programs/index.ts';

/** Where a row is worked on: within the transaction of its chunk. */
export interface At {
  house: House;
  trx: Trx;
  member: Member;
}

/** What would put a row back as it was. */
export interface Undo {
  verb: BulkVerb;
  args: Record<string, unknown>;
}

export interface Outcome {
  changed: boolean;
  /** Only where going back is harmless: nobody but the fleet has noticed. */
  undo?: Undo;
  /** What of it could not be done, in the member's words. */
  refusals?: string[];
}

type Work<Verb extends BulkVerb> = (at: At, id: string, args: BulkArgs<Verb>) => Promise<Outcome>;

const same: Outcome = { changed: false };
const changed: Outcome = { changed: true };

/** Each verb does to one row what the single call does: the same rights, rules, history and announcements. */
export const work: { [Verb in BulkVerb]: Work<Verb> } = {
  'machines.approve': (at, id) => switchMachine(at, id, { approved: true }, 'machines.unapprove'),
  'machines.unapprove': (at, id) => switchMachine(at, id, { approved: false }, 'machines.approve'),
  'machines.activate': (at, id) => switchMachine(at, id, { active: true }, 'machines.deactivate'),
  'machines.deactivate': (at, id) => switchMachine(at, id, { active: false }, 'machines.activate'),
  'machines.place': async ({ house, trx, member }, id, { structure }) => {
    const before = await changeMachine(house, trx, member, id, { structure }, null);
    return before ? { changed: true, undo: { verb: 'machines.place', args: { structure: before.structureId } } } : same;
  },
  'machines.install': async ({ house, trx, member }, id, { programs }) => {
    const { installed, refused } = await installOn(house, trx, member, [id], programs);
    const undo: Undo = { verb: 'machines.uninstall', args: { programs: installed.map(({ programId }) => programId) } };
    return settled(
      installed.length,
      undo,
      refused.map(({ programName, reason }) => `${programName}: ${reason}`),
    );
  },
  'machines.uninstall': async ({ house, trx, member }, id, { programs }) => {
    const gone = await uninstallFrom(house, trx, member, [id], programs);
    return { changed: gone.length > 0 };
  },
  'machines.delete': async ({ house, trx, member }, id, { deletePrograms }) => {
    await dropMachine(house, trx, member, id, deletePrograms);
    return changed;
  },
  'programs.approve': async ({ house, trx, member }, id) => ({ changed: await changeProgram(house, trx, member, id, { approved: true }, null) }),
  'programs.unapprove': async ({ house, trx, member }, id) => ({ changed: await changeProgram(house, trx, member, id, { approved: false }, null) }),
  'programs.install': async ({ house, trx, member }, id, { machines }) => {
    const { installed, refused } = await installOn(house, trx, member, machines, [id]);
    const undo: Undo = { verb: 'programs.uninstall', args: { machines: installed.map(({ machineId }) => machineId) } };
    return settled(
      installed.length,
      undo,
      refused.map(({ machineName, reason }) => `${machineName}: ${reason}`),
    );
  },
  'programs.uninstall': async ({ house, trx, member }, id, { machines }) => {
    const gone = await uninstallFrom(house, trx, member, machines, [id]);
    return { changed: gone.length > 0 };
  },
  'programs.delete': async ({ house, trx, member }, id) => {
    await dropProgram(house, trx, member, id);
    return changed;
  },
};

async function switchMachine(
  { house, trx, member }: At,
  id: string,
  update: { approved: boolean } | { active: boolean },
  back: BulkVerb,
): Promise<Outcome> {
  const before = await changeMachine(house, trx, member, id, update, null);
  return before ? { changed: true, undo: { verb: back, args: {} } } : same;
}

function settled(count: number, undo: Undo, refusals: string[]): Outcome {
  return count === 0 ? { changed: false, refusals } : { changed: true, undo, refusals };
}
