import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { limits, phaseGroupNames } from './limits.ts';

/**
 * PHA-01: the criteria of each group, for GET `phase_group_types`. Limits in stored units; `null` where the limit
 * depends on the total time.
 */
const criterion = z.object({
  name: z.string(),
  unit: z.enum(['celsius', 'seconds', 'percent', 'centilitres', 'boolean']),
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export const phaseGroupTypeView = z.object({
  ...node('PhaseGroupType'),
  /** The same as `name`. */
  id: z.enum(phaseGroupNames),
  name: z.enum(phaseGroupNames),
  minPhases: z.int(),
  maxPhases: z.int(),
  /** Criteria of the group itself (heat: the preheat temperature). */
  criterias: z.array(criterion),
  /** Criteria of each phase. */
  phaseCriterias: z.array(criterion),
});
export type PhaseGroupTypeView = z.infer<typeof phaseGroupTypeView>;

type Criterion = z.infer<typeof criterion>;
const { heat, fan, steam, damper, phasesPerGroup } = limits;
const temperature: Criterion = {
  name: 'temperature',
  unit: 'celsius',
  min: heat.minTemperatureCelsius,
  max: heat.maxTemperatureCelsius,
};
const seconds = (name: string, min: number, max: number | null): Criterion => ({ name, unit: 'seconds', min, max });

export const phaseGroupTypes: Omit<PhaseGroupTypeView, '@id' | '@type' | 'id'>[] = [
  {
    name: 'heat',
    minPhases: heat.minPhases,
    maxPhases: phasesPerGroup,
    criterias: [temperature],
    phaseCriterias: [
      temperature,
      seconds('duration', heat.minDurationSeconds, heat.maxDurationSeconds),
      { name: 'notification', unit: 'boolean', min: null, max: null },
    ],
  },
  {
    name: 'fan',
    minPhases: 0,
    maxPhases: phasesPerGroup,
    criterias: [],
    phaseCriterias: [
      { name: 'speed', unit: 'percent', min: fan.off, max: fan.maxSpeedPercent },
      seconds('start', 0, null),
    ],
  },
  {
    name: 'steam',
    minPhases: 0,
    maxPhases: phasesPerGroup,
    criterias: [],
    phaseCriterias: [
      seconds('start', 0, null),
      { name: 'volume', unit: 'centilitres', min: steam.minVolumeCentilitres, max: steam.maxVolumeCentilitres },
    ],
  },
  {
    name: 'damper',
    minPhases: 0,
    maxPhases: phasesPerGroup,
    criterias: [],
    phaseCriterias: [
      seconds('start', damper.minStartSeconds, null),
      seconds('duration', damper.minDurationSeconds, null),
    ],
  },
];
