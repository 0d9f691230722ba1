import type { LeftOutReason } from '@fournil/contract/rollouts/rollout';
import type { RolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { type Hardware, hardwareOf, namesHardware } from '@fournil/contract/software-updates/hardware';
import { openStates } from '@fournil/contract/software-updates/machineUpdate';
import { sql } from 'kysely';
import semver from 'semver';
import type { Trx } from '../../db/database.ts';
import { isInFleet } from '../../db/predicates.ts';
import { type Candidate, fillRings } from '../../rollouts/index.ts';
import type { UpdateRow } from '../versions/queries.ts';

export interface UpdateCandidate extends Candidate {
  softwareVersion: string | null;
  betaAllowed: boolean;
  inService: boolean;
  busy: boolean;
  /** Null until the machine has reported it. */
  hardware: Hardware | null;
}

/** The ring of each machine of every client, and the reason for those in none. */
export async function select(trx: Trx, update: UpdateRow, input: Pick<RolloutInput, 'rings' | 'allowOlder'>) {
  return fillRings(trx, await candidates(trx), input.rings, update.id, (machine) =>
    reasonAgainst(machine, update, input.allowOlder),
  );
}

/**
 * The reason why an update is not for this machine; null when it is. Checked when a rollout begins and at each poll.
 */
export function reasonAgainst(
  machine: Pick<UpdateCandidate, 'model' | 'softwareVersion' | 'betaAllowed' | 'inService' | 'busy' | 'hardware'>,
  update: Pick<UpdateRow, 'models' | 'version' | 'beta' | 'hardware' | 'hardwareBySection'>,
  allowOlder: boolean,
): LeftOutReason | null {
  if (machine.model === null || !update.models.includes(machine.model)) return 'model';
  if (!machine.inService) return 'notInService';
  if (!isForHardware(machine, update)) return 'hardware';
  if (machine.softwareVersion === update.version) return 'installed';
  if (!allowOlder && isNewer(machine.softwareVersion, update.version)) return 'newer';
  if (update.beta && !machine.betaAllowed) return 'beta';
  return machine.busy ? 'busy' : null;
}

/** SWU-05. A machine that has not reported its hardware is offered the file; its update client checks it too. */
export function isForHardware(
  { hardware, model }: Pick<UpdateCandidate, 'hardware' | 'model'>,
  update: Pick<UpdateRow, 'hardware' | 'hardwareBySection'>,
): boolean {
  return hardware === null || namesHardware(update.hardwareBySection ?? { '': update.hardware }, hardware, model);
}

/**
 * A text that is no version counts as older than all versions; of two builds of one version, the later by name is
 * newer.
 */
export function isNewer(version: string | null, than: string): boolean {
  return semver.valid(version) !== null && semver.compareBuild(version ?? '', than) > 0;
}

async function candidates(trx: Trx): Promise<UpdateCandidate[]> {
  const rows = await trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .select([
      'machines.id',
      'machines.organisationId',
      'machines.name',
      'organisations.name as society',
      'machines.model',
      'machines.softwareVersion',
      'machines.betaAllowed',
      'machines.structureId',
      'machines.updateAttributes',
      isInFleet.as('inService'),
      sql<boolean>`exists (select from "machineUpdates" where "machineUpdates"."machineId" = machines.id
        and "machineUpdates"."organisationId" = machines."organisationId" and state = any(${[...openStates]}::text[]))`.as(
        'busy',
      ),
    ])
    .orderBy(sql`machines.name collate natural_order`)
    .orderBy('machines.id')
    .execute();
  return rows.map(({ updateAttributes, ...row }) => ({ ...row, hardware: hardwareOf(updateAttributes) }));
}
