import type { BulkArgs, BulkVerb } from '@fournil/contract/bulk/bulk';
import { say } from '@fournil/contract/kit/words';
import { can } from '@fournil/contract/rights/policy';
import { adopt, keep, putBack } from '../differences/index.ts';
import type { Member } from '../kit/caller.ts';
import { forbidden } from '../kit/errors.ts';
import { dropMachine, installOn, uninstallFrom } from '../machines/index.ts';
import { changeProgram, dropProgram } from '../programs/index.ts';
import { requireMachine } from '../rights/index.ts';
import { dropStructure } from '../structures/index.ts';
import { dropTag } from '../tags/index.ts';
import { dropUser, giveTemplate } from '../users/index.ts';
import type { ManyVerb } from './machineVerbs.ts';
import type { Outcome, RowWork, Undo } from './outcome.ts';
import { relating } from './relating.ts';
import { tagging, taggingSeveral } from './tagging.ts';
import { relatingToTag, switchUser, taggingUser } from './userVerbs.ts';

type Work<Verb extends BulkVerb> = (at: RowWork, id: string, args: BulkArgs<Verb>) => Promise<Outcome>;

const changed: Outcome = { changed: true };

const reasonWords = { en: '%{name}: %{reason}', fr: '%{name} : %{reason}' };
/** Why the one with this name, of several, was refused. */
function reasonFor(name: string, reason: string, { language }: Member): string {
  return say(reasonWords, language, { name, reason });
}

/** Each verb does to one row what the single call does: the same rights, rules, history and announcements. */
export const verbActions: { [Verb in Exclude<BulkVerb, ManyVerb>]: Work<Verb> } = {
  'machines.install': async (at, id, { programs }) => {
    const { installed, refused: refusals } = await installOn(at, [id], programs);
    const undo: Undo = { verb: 'machines.uninstall', args: { programs: installed.map(({ programId }) => programId) } };
    return settled(
      installed.length,
      undo,
      refusals.map(({ programName, reason }) => reasonFor(programName, reason, at.caller)),
    );
  },
  'machines.uninstall': async (at, id, { programs }) => {
    const { gone, refused } = await uninstallFrom(at, [id], programs);
    return { changed: gone.length > 0, refusals: refused.map(({ reason }) => reason) };
  },
  'machines.delete': async (at, id, { deletePrograms }) => {
    await dropMachine(at, id, deletePrograms);
    return changed;
  },
  'programs.approve': async (at, id) => ({
    changed: await changeProgram(at, id, { approved: true }),
  }),
  'programs.unapprove': async (at, id) => ({
    changed: await changeProgram(at, id, { approved: false }),
  }),
  'programs.install': async (at, id, { machines }) => {
    const { installed, refused: refusals } = await installOn(at, machines, [id]);
    const undo: Undo = { verb: 'programs.uninstall', args: { machines: installed.map(({ machineId }) => machineId) } };
    return settled(
      installed.length,
      undo,
      refusals.map(({ machineName, reason }) => reasonFor(machineName, reason, at.caller)),
    );
  },
  'programs.uninstall': async (at, id, { machines }) => {
    const { gone, refused } = await uninstallFrom(at, machines, [id]);
    return {
      changed: gone.length > 0,
      refusals: refused.map(({ machineName, reason }) => reasonFor(machineName, reason, at.caller)),
    };
  },
  'programs.tag': (at, id, { tags }) => tagging(at, id, tags, true),
  'programs.untag': (at, id, { tags }) => tagging(at, id, tags, false),
  'programs.delete': async (at, id) => {
    await dropProgram(at, id);
    return changed;
  },
  'programMachines.restore': async (at, id, decision) => ({
    changed: await putBack(at, id, decision),
  }),
  'programMachines.keep': async (at, id, decision) => ({
    changed: await keep(at, id, decision),
  }),
  'programMachines.adopt': async (at, id, decision) => {
    await adopt(at, id, decision);
    return changed;
  },
  'structures.relate': (at, id, { users }) => relating(at, [id], users, true, 'structures'),
  'structures.unrelate': (at, id, { users }) => relating(at, [id], users, false, 'structures'),
  'structures.delete': async (at, id, choice) => {
    // May have been deleted with its parent, by an earlier row.
    const isThere = await at.trx.selectFrom('structures').select('id').where('id', '=', id).executeTakeFirst();
    if (isThere) await dropStructure(at, id, choice);
    return changed;
  },
  'tags.addPrograms': (at, id, { programs }) => taggingSeveral(at, id, programs, true),
  'tags.removePrograms': (at, id, { programs }) => taggingSeveral(at, id, programs, false),
  'tags.relate': (at, id, { users }) => relatingToTag(at, id, users, true),
  'tags.unrelate': (at, id, { users }) => relatingToTag(at, id, users, false),
  'tags.delete': async (at, id) => {
    await dropTag(at, id);
    return changed;
  },
  'users.relate': (at, id, { structures }) => relating(at, structures, [id], true, 'users'),
  'users.unrelate': (at, id, { structures }) => relating(at, structures, [id], false, 'users'),
  'users.tag': (at, id, { tags }) => taggingUser(at, id, tags, true),
  'users.untag': (at, id, { tags }) => taggingUser(at, id, tags, false),
  'users.giveTemplate': async (at, id, choice) => ({ changed: await giveTemplate(at, id, choice) }),
  'users.enable': (at, id) => switchUser(at, id, true),
  'users.disable': (at, id) => switchUser(at, id, false),
  'users.delete': async (at, id) => {
    await dropUser(at, id);
    return changed;
  },
};

/**
 * Previews of verbs whose trial run would be too slow or block machines' reports: they only check the rules that could
 * refuse.
 */
export const previewChecks: { [Verb in BulkVerb]?: Work<Verb> } = {
  'machines.delete': async ({ trx, caller: member }, id, { deletePrograms }) => {
    if (deletePrograms && !can(member, 'programs.delete')) throw forbidden();
    await requireMachine(trx, member, id);
    return changed;
  },
};

function settled(count: number, undo: Undo, refusals: string[]): Outcome {
  return count === 0 ? { changed: false, refusals } : { changed: true, undo, refusals };
}
