import { randomUUID } from 'node:crypto';
import { type MachineCategoryCode, type MachineModel, seedModelByCode } from '@fournil/contract/machines/catalogue';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramBody } from '@fournil/contract/programs/programBody';

export function aModel(code: string): MachineModel {
  const model = seedModelByCode(code);
  if (!model) throw new Error(`no model ${code}`);
  return model;
}

export function aBody(
  changes: Partial<Omit<ProgramBody, 'phaseGroups'>> & { steam?: number[]; minutes?: number } = {},
): ProgramBody {
  const {
    steam = [10],
    minutes = 20,
    id = randomUUID(),
    revision = 1,
    name = 'Baguette',
    category = 'deck' satisfies MachineCategoryCode,
  } = changes;
  const phaseGroups = phaseGroupsOf({
    preheatTemperatureCelsius: 250,
    heat: [
      { temperatureCelsius: 250, durationSeconds: minutes * 30, notification: true },
      { temperatureCelsius: 230, durationSeconds: minutes * 30, notification: true },
    ],
    fan: [{ startSeconds: 0, speedPercent: 0 }],
    steam: steam.map((volumeCentilitres, index) => ({ startSeconds: index * 60, volumeCentilitres })),
    damper: [],
  });
  return { id, revision, name, category, phaseGroups };
}
