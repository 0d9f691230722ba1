import type { MachineDeletion } from '@fournil/contract/machines/machine';
import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import type { Member } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { requireMachine, visiblePrograms } from '../../rights/index.ts';

const namesShown = 20;

/** MAC-06: the programs that are deleted with a machine when that is chosen: those on no other machine and no menu. */
export function installedOnlyOn(member: Member, machineId: string): RawBuilder<boolean> {
  return sql<boolean>`(${visiblePrograms(member)}
    and programs.id in (select "programId" from installations where "machineId" = ${machineId})
    and not exists (select from installations other where other."programId" = programs.id
      and other."machineId" <> ${machineId})
    and not exists (select from menus left join "menuRevisions" approved
        on approved."organisationId" = menus."organisationId" and approved."menuId" = menus.id
          and approved.revision = menus."approvedRevision"
      where menus."organisationId" = ${member.organisationId}
        and (menus."programIds" @> array[programs.id] or approved."programIds" @> array[programs.id])))`;
}

/** Programs that would be deleted too; none without the right to delete programs. */
export async function findDeletion({ trx, caller: member }: CallContext, machineId: string): Promise<MachineDeletion> {
  await requireMachine(trx, member, machineId);
  if (!can(member, 'programs.delete')) return { programs: 0, names: [] };
  const rows = await trx
    .selectFrom('programs')
    .select(['name', sql<number>`(count(*) over ())::int`.as('programs')])
    .where(installedOnlyOn(member, machineId))
    .orderBy(sql`name collate natural_order`)
    .limit(namesShown)
    .execute();
  return { programs: rows[0]?.programs ?? 0, names: rows.map(({ name }) => name) };
}
