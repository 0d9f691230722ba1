import type { BulkArgs, BulkVerb } from '@fournil/contract/bulk/bulk';
import { say, type Words } from '@fournil/contract/kit/words';
import { keepTree } from '../db/structureTree.ts';
import {
  type MachineSwitch,
  notPairedWords,
  placeMachines,
  setZones,
  switchMachines,
  type Zoned,
} from '../machines/index.ts';
import { visibleMachines } from '../rights/index.ts';
import type { Outcome, RowWork, Undo } from './outcome.ts';

/** Outcomes by row; a row in none of them is not visible to the member. */
type Outcomes = ReadonlyMap<string, Outcome>;
type WorkMany = (at: RowWork, ids: readonly string[], args: Record<string, unknown>) => Promise<Outcomes>;

const movedSince: Words = { en: 'Moved since', fr: 'Déplacée depuis' };
const changedSince: Words = { en: 'Its timezone was changed since', fr: 'Son fuseau horaire a changé depuis' };

/**
 * Verbs that process a whole chunk in a few statements, twenty times as fast as row by row. If one throws, each row is
 * processed alone.
 */
const manyVerbs = {
  'machines.approve': (at, ids) => switchAll(at, ids, { approved: true }, 'machines.unapprove'),
  'machines.unapprove': (at, ids) => switchAll(at, ids, { approved: false }, 'machines.approve'),
  'machines.activate': (at, ids) => switchAll(at, ids, { active: true }, 'machines.deactivate'),
  'machines.deactivate': (at, ids) => switchAll(at, ids, { active: false }, 'machines.activate'),
  'machines.place': async (at, ids, args) => {
    const { structure, from } = args as BulkArgs<'machines.place'>;
    await keepTree(at.trx, at.caller.organisationId);
    const before = await at.trx
      .selectFrom('machines')
      .select(['id', 'structureId'])
      .where(visibleMachines(at.caller))
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const machines = before.filter(({ structureId }) => from === undefined || structureId === from);
    const movedIds = new Set(
      await placeMachines(
        at,
        structure,
        machines.map(({ id }) => id),
      ),
    );
    const outcomeOf = ({ id, structureId }: { id: string; structureId: string | null }): Outcome => {
      if (movedIds.has(id)) return { changed: true, undo: placedBack(structureId, structure) };
      return from === undefined || structureId === from
        ? { changed: false }
        : { changed: false, refusals: [say(movedSince, at.caller.language)] };
    };
    return new Map(before.map((row) => [row.id, outcomeOf(row)]));
  },
  'machines.zone': async (at, ids, args) => {
    const zone = args as BulkArgs<'machines.zone'>;
    const outcomeOf = ({ former, isChanged }: Zoned): Outcome => {
      if (isChanged) return { changed: true, undo: zonedBack(former, zone.timezone) };
      return zone.from === undefined || former === zone.timezone
        ? { changed: false }
        : { changed: false, refusals: [say(changedSince, at.caller.language)] };
    };
    return new Map((await setZones(at, ids, zone)).map((row) => [row.id, outcomeOf(row)]));
  },
} satisfies Partial<Record<BulkVerb, WorkMany>>;

export type ManyVerb = keyof typeof manyVerbs;

/** How this verb works many rows at once; undefined for one that works row by row. */
export function workManyOf(verb: BulkVerb): WorkMany | undefined {
  return isManyVerb(verb) ? manyVerbs[verb] : undefined;
}

export function isManyVerb(verb: BulkVerb): verb is ManyVerb {
  return verb in manyVerbs;
}

/** The undo of a move: only if the machine has not been moved since. */
function placedBack(former: string | null, now: string | null): Undo {
  return { verb: 'machines.place', args: { structure: former, from: now } };
}

/** The undo of a timezone: only where it has not been changed since. */
function zonedBack(former: string | null, now: string | null): Undo {
  return { verb: 'machines.zone', args: { timezone: former, from: now } };
}

async function switchAll(at: RowWork, ids: readonly string[], to: MachineSwitch, back: BulkVerb): Promise<Outcomes> {
  const { changed, unchanged, unpaired } = await switchMachines(at, ids, to);
  const undo: Undo = { verb: back, args: {} };
  const reason = say(notPairedWords, at.caller.language);
  return new Map<string, Outcome>([
    ...changed.map((id) => [id, { changed: true, undo }] as const),
    ...unchanged.map((id) => [id, { changed: false }] as const),
    ...unpaired.map((id) => [id, { changed: false, refusals: [reason] }] as const),
  ]);
}
