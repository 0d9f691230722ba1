import { hiddenName } from '@fournil/contract/history/historyEvent';
import { type RuleKey, validationWords } from '@fournil/contract/kit/validation';
import { say } from '@fournil/contract/kit/words';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { returningOne } from '../../db/organisations.ts';
import { isAddedByHand } from '../../db/predicates.ts';
import { type Event, record } from '../../history/index.ts';
import type { Member } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { newId } from '../../kit/ids.ts';
import { visibleMachines, visibleMenus, visiblePrograms } from '../../rights/index.ts';
import { desiredChanged } from '../desiredChanged.ts';

export interface Picked {
  id: string;
  name: string;
  category: keyof typeof machineCategories;
}

/** The machines (locked in one order) and programs that this member sees; others are left out. */
export async function pick(
  trx: Trx,
  member: Member,
  machineIds: string[],
  programIds: string[],
): Promise<{ machines: Picked[]; programs: Picked[] }> {
  const machines = await trx
    .selectFrom('machines')
    .select(['id', 'name', 'category'])
    .where(visibleMachines(member))
    .where(sql<boolean>`machines.id = any(${machineIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const programs = await trx
    .selectFrom('programs')
    .select(['id', 'name', 'category'])
    .where(visiblePrograms(member))
    .where(sql<boolean>`programs.id = any(${programIds}::uuid[])`)
    .execute();
  return { machines, programs: programIds.flatMap((id) => programs.filter((program) => program.id === id)) };
}

export async function installAll(context: CallContext, machines: Picked[], programs: Picked[]) {
  const { trx, caller: member } = context;
  const refusals: RefusedPair[] = [];
  const events: Event[] = [];
  const pairs: { machineId: string; programId: string }[] = [];
  let alreadyThere = 0;
  const [installed, rules] = await Promise.all([installationsOf(trx, machines), additionsOf(trx, member, machines)]);
  for (const machine of machines) {
    const heldIds = installed.get(machine.id) ?? new Set();
    const rule = rules.get(machine.id);
    for (const program of programs) {
      if (program.category === machine.category && heldIds.has(program.id)) {
        alreadyThere += 1;
        continue;
      }
      const refusal = refusalOf(member, machine, program, heldIds.size, rule);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      heldIds.add(program.id);
      if (rule) rule.left -= 1;
      pairs.push({ machineId: machine.id, programId: program.id });
      events.push({
        type: 'install',
        origin: { entity: 'program', id: program.id, name: program.name },
        target: { entity: 'machine', id: machine.id, name: machine.name },
      });
    }
  }
  await insertLast(trx, member, pairs);
  await record(trx, member, ...events);
  await desiredChanged(context, trx, member.organisationId, [...new Set(pairs.map(({ machineId }) => machineId))]);
  return { pairs, alreadyThere, refused: refusals };
}

function refusalOf(
  member: Member,
  machine: Picked,
  program: Picked,
  heldCount: number,
  rule: AdditionRule | undefined,
): RefusedPair | null {
  if (program.category !== machine.category) return otherCategory(member, machine, program);
  if (heldCount >= linkLimits.programsPerMachine) return machineFull(member, machine, program);
  return rule && rule.left <= 0 ? notAllowed(member, machine, program, rule) : null;
}

/** The installations of these machines; the machines are locked, so none is added or removed meanwhile. */
async function installationsOf(trx: Trx, machines: Picked[]): Promise<Map<string, Set<string>>> {
  const rows = await trx
    .selectFrom('installations')
    .select(['machineId', sql<string[]>`array_agg("programId")`.as('programs')])
    .where(sql<boolean>`"machineId" = any(${machines.map(({ id }) => id)}::uuid[])`)
    .groupBy('machineId')
    .execute();
  return new Map(rows.map((row) => [row.machineId, new Set(row.programs)]));
}

/** MNU-01: how many programs a shop may add by its standing menu, and how many of them are left. */
interface AdditionRule {
  menu: string;
  max: number;
  left: number;
}

/** By machine, where the standing menu limits what is added. */
async function additionsOf(trx: Trx, member: Member, machines: readonly Picked[]): Promise<Map<string, AdditionRule>> {
  const { organisationId } = member;
  const { rows } = await sql<{ machineId: string; menu: string; max: number; added: number }>`
    select followed."machineId", (case when ${visibleMenus(member)} then menus.name else ${hiddenName} end) as menu,
      approved.additions as max,
      (select count(*)::int from installations where installations."organisationId" = ${organisationId}
        and installations."machineId" = followed."machineId"
        and ${isAddedByHand}) as added
    from "machineMenus" followed
      join menus on menus."organisationId" = followed."organisationId" and menus.id = followed."menuId"
      join "menuRevisions" approved on approved."organisationId" = menus."organisationId"
        and approved."menuId" = menus.id and approved.revision = coalesce(followed.revision, menus."approvedRevision")
    where followed."organisationId" = ${organisationId}
      and followed."machineId" = any(${machines.map(({ id }) => id)}::uuid[])
      and approved.season is null and approved.additions is not null`.execute(trx);
  return new Map(rows.map(({ machineId, menu, max, added }) => [machineId, { menu, max, left: max - added }]));
}

export interface RefusedPair {
  machineName: string;
  programName: string;
  reason: string;
  key: RuleKey;
  args: Record<string, string | number>;
}

function pairOf(machine: Picked, program: Picked) {
  return { machineName: machine.name, programName: program.name };
}

function otherCategory(member: Member, machine: Picked, program: Picked): RefusedPair {
  const args = {
    program: say(machineCategories[program.category].name, member.language),
    machine: say(machineCategories[machine.category].name, member.language),
  };
  const reason =
    member.language === 'FR'
      ? `programme pour ${args.program}, machine ${args.machine}`
      : `program for ${args.program}, machine is ${args.machine}`;
  return { ...pairOf(machine, program), reason, key: 'custom.validation.otherCategory', args };
}

/** LNK-06: the desired state of a machine fits in one message, and its reported state in another. */
function machineFull(member: Member, machine: Picked, program: Picked): RefusedPair {
  const args = { max: linkLimits.programsPerMachine };
  const key = 'custom.validation.machineFull';
  return { ...pairOf(machine, program), reason: say(validationWords[key], member.language, args), key, args };
}

function notAllowed(member: Member, machine: Picked, program: Picked, { menu, max }: AdditionRule): RefusedPair {
  const key = max === 0 ? 'custom.menus.nothingAdded' : 'custom.menus.additionsFull';
  const args = { menu, max };
  return { ...pairOf(machine, program), reason: say(validationWords[key], member.language, args), key, args };
}

/** At the end of each machine's list, in this order; the machines are locked. */
async function insertLast(
  trx: Trx,
  { organisationId }: Member,
  pairs: readonly { machineId: string; programId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`insert into installations (id, "organisationId", "machineId", "programId", position)
    select id, ${organisationId}, "machineId", "programId",
      (select coalesce(max(position), 0) from installations where installations."machineId" = wanted."machineId")
        + row_number() over (partition by "machineId" order by ordinality)
    from unnest(
      ${pairs.map(() => newId())}::uuid[],
      ${pairs.map(({ machineId }) => machineId)}::uuid[],
      ${pairs.map(({ programId }) => programId)}::uuid[]
    ) with ordinality as wanted (id, "machineId", "programId", ordinality)
    ${returningOne}`.execute(trx);
}
