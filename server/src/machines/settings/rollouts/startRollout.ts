import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import { settingViolation } from '@fournil/contract/machines/settings';
import type { LeftOutReason, RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SettingRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { sql } from 'kysely';
import type { Trx } from '../../../db/database.ts';
import { isInFleet } from '../../../db/predicates.ts';
import { type Member, scopeOf } from '../../../kit/caller.ts';
import { type CallContext, contextOf } from '../../../kit/context.ts';
import type { Services } from '../../../kit/services.ts';
import {
  fillRings,
  isAbout,
  onlyOne,
  previewOf,
  refuseStrangeModels,
  showRollout,
  startGiven,
  visibleCandidates,
} from '../../../rollouts/index.ts';
import { settingKind } from './settingKind.ts';

/** MNU-03: the dry run of a rollout of a value, among the machines that the member sees. */
export async function previewSettingRollout(
  { trx, caller }: CallContext,
  input: SettingRolloutInput,
): Promise<RolloutPreview> {
  return previewOf(input.rings, await select(trx, caller, input));
}

/** MNU-03: starts the rollout of a value. Throws 409 while another one of this setting is open, 422 naming the ring. */
export function startSettingRollout(
  services: Services,
  member: Member,
  input: SettingRolloutInput,
): Promise<RolloutView> {
  const { param, type, value, ...rest } = input;
  const about = { programId: null, menuId: null, setting: JSON.stringify({ param, type, value }) };
  return onlyOne(services, scopeOf(member), isAbout(about, member.organisationId), async (trx) => {
    const selection = await select(trx, member, input);
    const known = selection.rings.flat()[0]?.known;
    const unit = known?.type === 'DOUBLE' ? (known.unit ?? null) : null;
    const subject = {
      ...about,
      kind: 'setting' as const,
      setting: JSON.stringify({ param, type, value, unit }),
      name: param,
      revision: null,
      formerRevision: null,
    };
    const context = contextOf(services, trx, member);
    const id = await startGiven(context, settingKind, subject, rest, selection);
    return showRollout(context, { setting: settingKind }, id);
  });
}

/** The machines that report this setting with limits that allow the value, and do not have it already. */
async function select(trx: Trx, member: Member, { param, type, value, rings }: SettingRolloutInput) {
  await refuseStrangeModels(trx, rings);
  const candidates = await visibleCandidates<{ inService: boolean; known: MachineSetting | null }>(trx, member, {
    columns: sql`${isInFleet} as "inService", (select known from jsonb_array_elements(machines.settings) as known
      where known ->> 'param' = ${param} limit 1) as known`,
    condition: sql<boolean>`true`,
  });
  return fillRings(trx, candidates, rings, param, ({ inService, known }): LeftOutReason | null => {
    if (!inService) return 'notInService';
    if (known === null || known.type !== type) return 'noSetting';
    const { reportedAt: _, ...setting } = known as MachineSetting & { reportedAt?: string };
    if (settingViolation(setting as MachineSetting, type, value) !== null) return 'limits';
    return known.value === value ? 'holds' : null;
  });
}
