import { fromCelsius, type TemperatureUnit } from '@fournil/contract/kit/units';
import type { RuleKey } from '@fournil/contract/kit/validation';
import { phaseGroupNames } from '@fournil/contract/phases/limits';
import { type CutOff, type Fault, faultsOf } from '@fournil/contract/phases/rules';
import type { ProgramSettings } from '@fournil/contract/phases/settings';
import { useTranslate } from 'ra-core';
import { durationText } from '../kit/format/duration.ts';
import type { Place } from './edits/edits.ts';

/** The broken rules, without those of entries that are about to be cut off anyway. */
export function faultsBut(settings: ProgramSettings, cut: CutOff): Fault[] {
  return faultsOf(settings).filter(
    ({ group, index }) => group === 'heat' || index === null || !cut[group].includes(index),
  );
}

export function faultsAt(faults: readonly Fault[], { group, index }: Place): Fault[] {
  return faults.filter(
    (fault) =>
      fault.group === group && placeOf(fault) === index && (fault.index !== null || fault.criterion === 'preheat'),
  );
}

/** Faults of a group as such: too many phases, no time at all. */
export function faultsOfGroup(faults: readonly Fault[], group: Place['group']): Fault[] {
  return faults.filter((fault) => fault.group === group && fault.index === null && fault.criterion !== 'preheat');
}

function placeOf({ index, criterion }: Fault): number | null {
  return criterion === 'preheat' ? -1 : index;
}

/** The rule in words, its limits in the unit that is shown (PHA-01). */
export function useFaultText(unit: TemperatureUnit) {
  const translate = useTranslate();
  return ({ key, args, criterion }: Pick<Fault, 'key' | 'args' | 'criterion'>) => {
    const shown: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(args)) shown[name] = inShownUnit(criterion, value, unit, name === 'max');
    return translate(key, shown);
  };
}

function inShownUnit(criterion: Fault['criterion'], value: number, unit: TemperatureUnit, withUnit: boolean): string {
  const [text, symbol] = shownLimit(criterion, value, unit);
  return withUnit && symbol ? `${text} ${symbol}` : text;
}

function shownLimit(criterion: Fault['criterion'], value: number, unit: TemperatureUnit): [string, string] {
  if (criterion === 'temperature' || criterion === 'preheat') return [String(fromCelsius(value, unit)), `°${unit}`];
  if (criterion === 'duration' || criterion === 'start') return [durationText(value), ''];
  if (criterion === 'speed') return [String(value), '%'];
  return [String(value), criterion === 'volume' ? 'cl' : ''];
}

/**
 * A violation of the server (`phaseGroups.0.phases.2.values.temperature`) as a fault of the entry that it names; null
 * for another field.
 */
export function faultOfViolation({
  propertyPath,
  key,
  args,
}: {
  propertyPath: string;
  key: string;
  args: Record<string, string | number>;
}): Fault | null {
  const [root, group, part, index, , criterion] = propertyPath.split('.');
  if (root !== 'phaseGroups') return null;
  const numbers = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, Number(value)]));
  const fault = { group: phaseGroupNames[Number(group ?? 0)] ?? 'heat', key: key as RuleKey, args: numbers };
  if (part === 'prePhaseValues') return { ...fault, index: null, criterion: 'preheat' };
  if (part !== 'phases' || index === undefined) return { ...fault, index: null, criterion: null };
  return { ...fault, index: Number(index), criterion: (criterion ?? null) as Fault['criterion'] };
}
