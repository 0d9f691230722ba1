import { can } from '@fournil/contract/rights/policy';
import type { RightsPreview } from '@fournil/contract/users/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from './visible.ts';

const readings = [
  ['machines', 'machines.list', visibleMachines],
  ['structures', 'structures.open', visibleStructures],
  ['programs', 'programs.list', visiblePrograms],
  ['tags', 'tags.open', () => sql<boolean>`true`],
] as const;

/**
 * The numbers of records that these people, who all have the rights of `like`, see, by the same conditions as the
 * lists, in one statement.
 */
export async function visibleCountsOf(
  trx: Trx,
  like: Member,
  readers: readonly string[],
): Promise<Map<string, RightsPreview>> {
  const { organisationId } = like;
  const columns = readings.map(([table, opens, visible]) => {
    const of = sql`select count(*) from ${sql.table(table)} where "organisationId" = ${organisationId}`;
    const seen = sql`${of} and ${visible(like, sql`users.id`)}`;
    const counts: RawBuilder<unknown> = can(like, opens)
      ? sql`jsonb_build_object('seen', (${seen}), 'of', (${of}))`
      : sql`null::jsonb`;
    return sql`${counts} as ${sql.id(table)}`;
  });
  const { rows } = await sql<RightsPreview & { id: string }>`select users.id, ${sql.join(columns)} from users
    where users.id = any(${readers}::uuid[]) and users."organisationId" = ${organisationId}`.execute(trx);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** People with the same conditions share one answer; each API token has conditions of its own. */
export function visibilityClassOf(member: Member): string {
  const actions = [
    ...readings.map(([, opens]) => opens),
    'structures.seeAll',
    'machines.seeWithoutStructure',
    'programs.seeUnapproved',
  ] as const;
  return [...actions.map((action) => (can(member, action) ? '1' : '0')), member.apiToken?.id ?? ''].join('');
}
