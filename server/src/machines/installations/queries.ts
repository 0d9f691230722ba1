import type { ChangeAtOven } from '@fournil/contract/differences/differences';
import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import { unfiltered } from '@fournil/contract/kit/listQuery';
import { reasonText } from '@fournil/contract/machine-link/reasons';
import type { InstallationState, ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ProgramMachinePage } from '@fournil/contract/machines/programMachineQuery';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { givesWay, isKept } from '../../db/changesAtOvens.ts';
import type { Trx } from '../../db/database.ts';
import { matchesFields } from '../../db/fields.ts';
import { isInFleet, wantedRevision } from '../../db/predicates.ts';
import type { InstallationRow } from '../../db/tables/machines.ts';
import type { Member } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { pageOf, totalOf } from '../../kit/page.ts';
import { isWriter, structureAndBelow, visibleMachines, visibleMenus, visibleStructures } from '../../rights/index.ts';
import { installationColumns, isChanged } from './columns.ts';
import { isByHand } from './followMenus.ts';
import { type InstallationFacts, installationState } from './state.ts';

/** The programs of a machine in their order, or the machines of a program. */
export async function listInstallations(
  { trx, caller: member }: CallContext,
  { page, itemsPerPage, order, ...selection }: ProgramMachinePage,
) {
  const query = filteredInstallations(trx, member, selection);
  const inOrder = order
    ? sql`${columnOf(order.field, selection)} ${sql.raw(order.direction)}, installations.id`
    : sql`machines.name, installations."machineId", installations.position`;
  // What the page shows is read for its rows only.
  const ids = query.select('installations.id').orderBy(inOrder).$call(pageOf(page, itemsPerPage));
  const [rows, total] = await Promise.all([
    joinedInstallations(trx)
      .where('installations.id', 'in', trx.selectFrom(ids.as('shown')).select('shown.id'))
      .leftJoin('menus', (join) =>
        join
          .onRef('menus.organisationId', '=', 'installations.organisationId')
          .onRef('menus.id', '=', 'installations.menuId'),
      )
      .leftJoin('machineMenus', (join) =>
        join
          .onRef('machineMenus.organisationId', '=', 'installations.organisationId')
          .onRef('machineMenus.machineId', '=', 'installations.machineId')
          .onRef('machineMenus.menuId', '=', 'installations.menuId'),
      )
      .selectAll('installations')
      .select([
        'machines.name as machineName',
        'programs.name as programName',
        'programs.approved',
        'programs.totalSeconds',
        'programs.phaseGroups',
        wantedRevision.as('wantedRevision'),
        sql<string | null>`(select "pictureId" from "programImages" where id = programs.avatar::uuid)`.as('pictureId'),
        'programRevisions.sha256 as wantedSha256',
        isKept.as('kept'),
        givesWay.as('givesWay'),
        // For the few that were changed at their ovens.
        sql<Row['changed']>`(case when installations."reportedState" = 'changed' then json_build_object(
          'approved', "programRevisions"."phaseGroups", 'found', (select "phaseGroups" from "changedBodies" body
            where body."organisationId" = installations."organisationId"
              and body.sha256 = installations."reportedSha256"),
          'baking', (select occupation in ('preheat', 'program', 'manual') from "machineStates" state
            where state."organisationId" = installations."organisationId"
              and state."machineId" = installations."machineId")) end)`.as('changed'),
        'programRevisions.createdAt as wantedSince',
        'menus.id as knownMenuId',
        sql<string | null>`(case when ${visibleMenus(member)} then menus.name end)`.as('menuName'),
        'machineMenus.structureId as menuStructureId',
        namedPlace(member).as('menuPlaceName'),
        isWriter(member).as('isWriter'),
        isInFleet.as('receives'),
        installationColumns.waitsFor.$castTo<ProgramMachineView['waitsFor']>().as('waitsFor'),
      ])
      .orderBy(inOrder)
      .execute(),
    totalOf(query),
  ]);
  return { items: rows.map((row) => toView(row, member)), total };
}

/** The ids of all matching installations, for a bulk action. */
export async function installationIds(
  trx: Trx,
  member: Member,
  selection: Selection,
  limit: number,
): Promise<string[]> {
  const rows = await filteredInstallations(trx, member, selection).select('installations.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** The structure through which the menu reaches the machine, if the member sees it. */
function namedPlace(member: Member) {
  return sql<string | null>`(select name from structures where id = "machineMenus"."structureId"
    and ${visibleStructures(member)})`;
}

type Selection = Pick<ProgramMachinePage, 'filters' | 'fields'>;

/** By a column that an index has: a change is as old as its report. */
function columnOf(field: keyof typeof installationColumns, { filters }: Selection): RawBuilder<unknown> {
  return field === 'since' && filters.changed === true ? sql`installations."reportedAt"` : installationColumns[field];
}

/** With the revision that the machine should have. */
export function joinedInstallations(trx: Trx) {
  return trx
    .selectFrom('installations')
    .innerJoin('machines', 'machines.id', 'installations.machineId')
    .innerJoin('programs', 'programs.id', 'installations.programId')
    .leftJoin('programRevisions', (join) =>
      join
        .onRef('programRevisions.organisationId', '=', 'programs.organisationId')
        .onRef('programRevisions.programId', '=', 'programs.id')
        .on('programRevisions.revision', '=', wantedRevision),
    );
}

function filteredInstallations(trx: Trx, member: Member, { filters, fields }: Selection) {
  return joinedInstallations(trx)
    .where(visibleMachines(member))
    .where(matchesFields(installationColumns, fields))
    .$if(filters.structure !== undefined, (qb) =>
      qb.where(sql<boolean>`machines."structureId" in (${structureAndBelow(member, filters.structure ?? '')})`),
    )
    .$if(filters.changed !== undefined, (qb) =>
      qb.where(filters.changed ? isChanged : sql<boolean>`${isChanged} is not true`),
    )
    .$if(filters.kept !== undefined, (qb) => qb.where(sql<boolean>`${isKept} = ${filters.kept}`))
    .$if(filters.machine !== undefined, (qb) => qb.where('installations.machineId', '=', filters.machine ?? ''))
    .$if(filters.menu !== undefined, (qb) => qb.where('installations.menuId', '=', filters.menu ?? ''))
    .$if(filters.program !== undefined, (qb) => qb.where('installations.programId', '=', filters.program ?? ''))
    .$if(filters.id !== undefined, (qb) =>
      qb.where(sql<boolean>`installations.id = any(${[filters.id ?? []].flat()}::uuid[])`),
    );
}

/** One installation, if the reader sees its machine. */
export function findInstallation(context: CallContext, id: string) {
  return firstInstallation(context, { id });
}

export async function firstInstallation(context: CallContext, filters: ProgramMachinePage['filters']) {
  const { items } = await listInstallations(context, { ...unfiltered, page: 1, itemsPerPage: 1, filters });
  return items[0];
}

type Row = Selectable<InstallationRow> &
  InstallationFacts & {
    machineName: string;
    programName: string;
    approved: boolean;
    totalSeconds: number;
    phaseGroups: PhaseGroup[];
    pictureId: string | null;
    isWriter: boolean | null;
    wantedSince: Date | null;
    /** Null while its menu is in the recycle bin, until the machine has left it. */
    knownMenuId: string | null;
    menuName: string | null;
    menuStructureId: string | null;
    menuPlaceName: string | null;
    kept: boolean;
    waitsFor: ProgramMachineView['waitsFor'];
    changed: { approved: PhaseGroup[]; found: PhaseGroup[] | null; baking: boolean | null } | null;
  };

function toView(row: Row, member: Member): ProgramMachineView {
  const state = installationState(row);
  return {
    '@id': iri('programMachines', row.id),
    '@type': 'ProgramMachine',
    id: row.id,
    machine: iri('machines', row.machineId),
    machineName: row.machineName,
    position: row.position,
    program: programOf(row, member),
    menu: menuOf(row),
    addedByHand: isByHand(row),
    state,
    waitsFor: row.waitsFor,
    reason: reasonOf(row, state, member),
    change: state === 'changedOnMachine' ? changeOf(row, member) : null,
    since: sinceOf(row, state).toISOString(),
    wantedRevision: row.wantedRevision,
    reportedRevision: row.reportedRevision,
  };
}

function menuOf({ knownMenuId: menuId, menuName, ...row }: Row): ProgramMachineView['menu'] {
  if (menuId === null) return null;
  const place =
    row.menuStructureId === null
      ? { kind: 'machine' as const, id: row.machineId, name: row.machineName }
      : { kind: 'structure' as const, id: row.menuStructureId, name: row.menuPlaceName };
  return { '@id': iri('menus', menuId), id: menuId, name: menuName, place };
}

function isRestricted({ approved, isWriter: wrote }: Pick<Row, 'approved' | 'isWriter'>, member: Member): boolean {
  return !approved && !wrote && !can(member, 'programs.seeUnapproved');
}

function programOf(row: Row, member: Member): ProgramMachineView['program'] {
  const restricted = isRestricted(row, member);
  const shownFields = restricted
    ? { name: null, totalSeconds: 0, phaseGroups: [], imageUrl: null }
    : {
        name: row.programName,
        totalSeconds: row.totalSeconds,
        // The name belongs to the machine's list; the phases need the right to see programs (decision 0020).
        phaseGroups: can(member, 'programs.show') ? row.phaseGroups : [],
        imageUrl: row.pictureId && imageAddress(row.pictureId),
      };
  return {
    '@id': iri('programs', row.programId),
    id: row.programId,
    approved: row.approved,
    restricted,
    ...shownFields,
  };
}

/** MNU-02: the settings need the right to see programs (decision 0020). */
function changeOf({ changed, ...row }: Row, member: Member): ChangeAtOven {
  const mayRead = can(member, 'programs.show') && !isRestricted(row, member);
  return {
    sha256: row.reportedSha256 ?? '',
    revision: row.reportedRevision ?? 0,
    phaseGroups: (mayRead && changed?.found) || null,
    approved: { revision: row.wantedRevision ?? 0, phaseGroups: (mayRead && changed?.approved) || [] },
    kept: row.kept,
    keptUntil: row.kept ? (row.keptUntil?.toISOString() ?? null) : null,
    baking: changed?.baking ?? false,
  };
}

function reasonOf(row: Row, state: InstallationState, member: Member): string | null {
  if (!row.reportedReason || (state !== 'refused' && state !== 'changedOnMachine')) return null;
  if (state === 'changedOnMachine' && isRestricted(row, member)) return null;
  return reasonText(row.reportedReason, member.language, member.temperatureUnit);
}

/** A reported state begins with its report, a desired one with its change. */
function sinceOf(row: Row, state: InstallationState): Date {
  if (state !== 'pending' && state !== 'notSent' && row.reportedAt) return row.reportedAt;
  return row.wantedSince && row.wantedSince > row.requestedAt ? row.wantedSince : row.requestedAt;
}
