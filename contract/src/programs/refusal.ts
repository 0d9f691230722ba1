import type { MachineCategoryCode } from '../machines/catalogue.ts';
import { type PhaseGroup, settingsOf } from '../phases/phaseGroups.ts';
import { waterCentilitres } from '../phases/settings.ts';

/** Why an oven refuses a program that arrived whole, as codes of `heldReasonWords`. */
export type ProgramRefusal = 'otherCategory' | 'noSteam' | 'tankTooSmall';

/** LNT-04: the rule by which an oven refuses a program; null when it takes it, or where its tank is not known. */
export function refusalOf(
  program: { category: MachineCategoryCode; phaseGroups: readonly PhaseGroup[] },
  oven: { category: MachineCategoryCode; steamTankCentilitres: number | null },
): ProgramRefusal | null {
  if (program.category !== oven.category) return 'otherCategory';
  return waterRefusal(waterCentilitres(settingsOf(program.phaseGroups)), oven.steamTankCentilitres);
}

/** The same for the water that a program needs. */
export function waterRefusal(
  neededCentilitres: number,
  tankCentilitres: number | null,
): Exclude<ProgramRefusal, 'otherCategory'> | null {
  if (tankCentilitres === null || neededCentilitres <= tankCentilitres) return null;
  return tankCentilitres === 0 ? 'noSteam' : 'tankTooSmall';
}
