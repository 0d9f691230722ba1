import { createHash } from 'node:crypto';
import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { canonicalText } from '@fournil/contract/programs/programBody';

/** The hash with which a machine verifies that it holds exactly this revision. */
export function bodyHash(body: {
  id: string;
  name: string;
  category: MachineCategoryCode;
  phaseGroups: PhaseGroup[];
}): string {
  return createHash('sha256').update(canonicalText(body)).digest('hex');
}
