import { z } from 'zod';
import { rule } from '../kit/validation.ts';
import { limits, phaseGroupNames } from './limits.ts';
import { type PhaseViolation, phaseViolationsOf } from './rules.ts';
import type { ProgramSettings } from './settings.ts';

/**
 * Phases in the form of HTTP, `.prog` files and MQTT: groups of phases, each phase with its position (from 1) and the
 * values of its group's criteria. Temperatures in °C, times in seconds, speed in percent, volume in centilitres.
 */
const value = z.number().finite();
const phase = <Values extends z.ZodRawShape>(values: Values) =>
  z.strictObject({
    position: z.int().min(1).max(limits.phasesPerGroup).describe('The place in the group, from 1.'),
    values: z.strictObject(values).describe('The values of the phase.'),
  });
const phases = <Values extends z.ZodRawShape>(values: Values) =>
  z.array(phase(values)).max(limits.phasesPerGroup).describe('The phases in their order.');
const type = <Name extends string>(name: Name) => z.literal(name).describe('The group, which decides the values.');
const temperature = value.describe('In °C.');
const start = value.describe('Seconds from the start of the program.');

export const phaseGroup = z.discriminatedUnion('phaseGroupType', [
  z.strictObject({
    phaseGroupType: type('heat'),
    prePhaseValues: z.strictObject({ temperature }).describe('The preheat, before the first phase.'),
    phases: phases({
      temperature,
      duration: value.describe('Seconds; the heat phases follow each other.'),
      notification: z.boolean().describe('Whether the machine rings at the end of the phase.'),
    }),
  }),
  z.strictObject({ phaseGroupType: type('fan'), phases: phases({ speed: value.describe('In percent.'), start }) }),
  z.strictObject({
    phaseGroupType: type('steam'),
    phases: phases({ start, volume: value.describe('In centilitres.') }),
  }),
  z.strictObject({
    phaseGroupType: type('damper'),
    phases: phases({ start, duration: value.describe('How long it is open, in seconds.') }),
  }),
]);
export type PhaseGroup = z.infer<typeof phaseGroup>;

/**
 * The four groups with every rule applied. A violation's path names group, phase and criterion:
 * `0.phases.2.values.temperature`.
 */
export const phaseGroups = z
  .array(phaseGroup)
  .max(phaseGroupNames.length)
  .describe('Heat, and fan, steam and damper where the program uses them. Their order is part of the hash.')
  .superRefine((groups, context) => {
    const names = groups.map((group) => group.phaseGroupType);
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (twice >= 0)
      return context.addIssue({ code: 'custom', path: [twice, 'phaseGroupType'], ...rule('custom.validation.unique') });
    if (!names.includes('heat')) {
      return context.addIssue({
        code: 'custom',
        ...rule('custom.phases.count', { min: 1, max: limits.phasesPerGroup }),
      });
    }
    for (const violation of phaseViolationsOf(settingsOf(groups))) {
      context.addIssue({ code: 'custom', path: pathOf(groups, violation), ...rule(violation.key, violation.args) });
    }
  });

function pathOf(groups: readonly PhaseGroup[], violation: PhaseViolation): (string | number)[] {
  const group = groups.findIndex((one) => one.phaseGroupType === violation.group);
  const at = Math.max(group, 0);
  if (violation.criterion === 'preheat') return [at, 'prePhaseValues', 'temperature'];
  if (violation.index === null) return [at, 'phases'];
  return violation.criterion === null
    ? [at, 'phases', violation.index]
    : [at, 'phases', violation.index, 'values', violation.criterion];
}

/**
 * From the wire form to the working form. Phases are in the order of the array; positions are renumbered on the way
 * out.
 */
export function settingsOf(groups: readonly PhaseGroup[]): ProgramSettings {
  const settings: ProgramSettings = { preheatTemperatureCelsius: 0, heat: [], fan: [], steam: [], damper: [] };
  for (const group of groups) {
    if (group.phaseGroupType === 'heat') {
      settings.preheatTemperatureCelsius = group.prePhaseValues.temperature;
      settings.heat = group.phases.map(({ values }) => ({
        temperatureCelsius: values.temperature,
        durationSeconds: values.duration,
        notification: values.notification,
      }));
    } else if (group.phaseGroupType === 'fan') {
      settings.fan = group.phases.map(({ values }) => ({ startSeconds: values.start, speedPercent: values.speed }));
    } else if (group.phaseGroupType === 'steam') {
      settings.steam = group.phases.map(({ values }) => ({
        startSeconds: values.start,
        volumeCentilitres: values.volume,
      }));
    } else {
      settings.damper = group.phases.map(({ values }) => ({
        startSeconds: values.start,
        durationSeconds: values.duration,
      }));
    }
  }
  return settings;
}

/**
 * From the working form to the wire form: the four groups in their order, timed entries by start, positions from 1.
 */
export function phaseGroupsOf(settings: ProgramSettings): PhaseGroup[] {
  const numbered = <Values>(values: Values[]) => values.map((one, index) => ({ position: index + 1, values: one }));
  const byStart = <Phase extends { startSeconds: number }>(list: readonly Phase[]) =>
    [...list].sort((a, b) => a.startSeconds - b.startSeconds);
  return [
    {
      phaseGroupType: 'heat',
      prePhaseValues: { temperature: settings.preheatTemperatureCelsius },
      phases: numbered(
        settings.heat.map((one) => ({
          temperature: one.temperatureCelsius,
          duration: one.durationSeconds,
          notification: one.notification,
        })),
      ),
    },
    {
      phaseGroupType: 'fan',
      phases: numbered(byStart(settings.fan).map((one) => ({ speed: one.speedPercent, start: one.startSeconds }))),
    },
    {
      phaseGroupType: 'steam',
      phases: numbered(
        byStart(settings.steam).map((one) => ({ start: one.startSeconds, volume: one.volumeCentilitres })),
      ),
    },
    {
      phaseGroupType: 'damper',
      phases: numbered(
        byStart(settings.damper).map((one) => ({ start: one.startSeconds, duration: one.durationSeconds })),
      ),
    },
  ];
}
