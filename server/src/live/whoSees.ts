import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import { currentCaller } from '../accounts/index.ts';
import { type Caller, type Member, memberOf, scopeOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from '../rights/index.ts';
import type { LiveNote } from './notify.ts';

/** Where the ids of a note are looked up, and by which reading of who sees them. */
const readings: Partial<
  Record<LiveNote['resource'], { table: 'machines' | 'programs' | 'structures'; visible: (member: Member) => RawBuilder<boolean> }>
> = {
  machines: { table: 'machines', visible: visibleMachines },
  // The ids of these are their machines'.
  programMachines: { table: 'machines', visible: visibleMachines },
  programs: { table: 'programs', visible: visiblePrograms },
  structures: { table: 'structures', visible: visibleStructures },
};

/** Which of a note's objects this person may hear of, by their rights of this moment. */
export async function whoSees(house: House, then: Caller, note: LiveNote): Promise<ReadonlySet<string>> {
  const caller = await currentCaller(house, then.sessionId);
  if (!caller || caller.organisationId !== note.organisationId) return new Set();
  // Everybody hears that something about themselves has changed: what they see may have, with it.
  const own = note.resource === 'users' ? note.ids.filter((id) => id === caller.userId) : [];
  if (note.resource !== 'home' && !can(caller, `${note.resource}.list`)) return new Set(own);
  const reading = readings[note.resource];
  // A client admin sees all; of what is gone, only that it is.
  if (!reading || note.op === 'delete' || caller.kind === 'clientAdmin') return new Set(note.ids);
  return house.db.read(scopeOf(caller), async (trx) => {
    const rows = await trx
      .selectFrom(reading.table)
      .select('id')
      .where(reading.visible(memberOf(caller)))
      .where(sql<boolean>`id = any(${note.ids}::uuid[])`)
      .execute();
    return new Set(rows.map((row) => row.id));
  });
}
