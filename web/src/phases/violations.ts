import { fromCelsius, type TemperatureUnit } from '@fournil/contract/kit/units';
import type { RuleKey } from '@fournil/contract/kit/validation';
import { phaseGroupNames } from '@fournil/contract/phases/limits';
import { type CutOff, type PhaseViolation, phaseViolationsOf } from '@fournil/contract/phases/rules';
import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { useTranslate } from 'ra-core';
import { durationText } from '../kit/format/duration.ts';
import type { Place } from './edits/edits.ts';

/** The broken rules, without those of entries that the present edit would delete. */
export function violationsBut(settings: ProgramSettings, cut: CutOff): PhaseViolation[] {
  return phaseViolationsOf(settings).filter(
    ({ group, index }) => group === 'heat' || index === null || !cut[group].includes(index),
  );
}

export function violationsAt(violations: readonly PhaseViolation[], { group, index }: Place): PhaseViolation[] {
  return violations.filter(
    (violation) =>
      violation.group === group &&
      placeOf(violation) === index &&
      (violation.index !== null || violation.criterion === 'preheat'),
  );
}

/** Violations of a group as a whole: too many phases, no duration. */
export function violationsOfGroup(violations: readonly PhaseViolation[], group: Place['group']): PhaseViolation[] {
  return violations.filter(
    (violation) => violation.group === group && violation.index === null && violation.criterion !== 'preheat',
  );
}

function placeOf({ index, criterion }: PhaseViolation): number | null {
  return criterion === 'preheat' ? -1 : index;
}

/** The text of a rule, with its limits in the displayed unit (PHA-01). */
export function usePhaseViolationText(unit: TemperatureUnit) {
  const translate = useTranslate();
  return ({ key, args, criterion }: Pick<PhaseViolation, 'key' | 'args' | 'criterion'>) => {
    const shown: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(args)) shown[name] = inShownUnit(criterion, value, unit, name === 'max');
    return translate(key, shown);
  };
}

function inShownUnit(
  criterion: PhaseViolation['criterion'],
  value: number,
  unit: TemperatureUnit,
  withUnit: boolean,
): string {
  const [text, symbol] = shownLimit(criterion, value, unit);
  return withUnit && symbol ? `${text} ${symbol}` : text;
}

function shownLimit(criterion: PhaseViolation['criterion'], value: number, unit: TemperatureUnit): [string, string] {
  if (criterion === 'temperature' || criterion === 'preheat') return [String(fromCelsius(value, unit)), `°${unit}`];
  if (criterion === 'duration' || criterion === 'start') return [durationText(value), ''];
  if (criterion === 'speed') return [String(value), '%'];
  return [String(value), criterion === 'volume' ? 'cl' : ''];
}

/**
 * A violation of the server (`phaseGroups.0.phases.2.values.temperature`) as a violation of the entry that it names;
 * null for another field.
 */
export function phaseViolationOf({
  propertyPath,
  key,
  args,
}: {
  propertyPath: string;
  key: string;
  args: Record<string, string | number>;
}): PhaseViolation | null {
  const [root, group, part, index, , criterion] = propertyPath.split('.');
  if (root !== 'phaseGroups') return null;
  const numbers = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, Number(value)]));
  const violation = { group: phaseGroupNames[Number(group ?? 0)] ?? 'heat', key: key as RuleKey, args: numbers };
  if (part === 'prePhaseValues') return { ...violation, index: null, criterion: 'preheat' };
  if (part !== 'phases' || index === undefined) return { ...violation, index: null, criterion: null };
  return { ...violation, index: Number(index), criterion: (criterion ?? null) as PhaseViolation['criterion'] };
}
