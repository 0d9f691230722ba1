import { newSettings } from '@fournil/contract/phases/settings';
import { expect, it } from 'vitest';
import { faultOfViolation, faultsAt, faultsBut, faultsOfGroup } from './faults.ts';

it('PHA-08 puts what the server refused on the very cell that it names', () => {
  const refused = {
    propertyPath: 'phaseGroups.0.phases.2.values.temperature',
    key: 'custom.phases.limits',
    args: { min: 0, max: 250 },
  };
  expect(faultOfViolation(refused)).toEqual({
    group: 'heat',
    index: 2,
    criterion: 'temperature',
    key: 'custom.phases.limits',
    args: { min: 0, max: 250 },
  });
  expect(faultOfViolation({ ...refused, propertyPath: 'phaseGroups.3.phases.0.values.start' })).toMatchObject({
    group: 'damper',
    index: 0,
    criterion: 'start',
  });
  expect(faultOfViolation({ ...refused, propertyPath: 'phaseGroups.0.prePhaseValues.temperature' })).toMatchObject({
    index: null,
    criterion: 'preheat',
  });
  expect(faultOfViolation({ ...refused, propertyPath: 'name' })).toBeNull();
});

it('WIZ-03 tells that a fresh program has no time yet, as a fault of its heat', () => {
  const faults = faultsBut(newSettings(), { fan: [], steam: [], damper: [] });
  expect(faults.map(({ key }) => key)).toEqual(['custom.phases.total']);
  expect(faultsOfGroup(faults, 'heat')).toHaveLength(1);
  expect(faultsAt(faults, { group: 'heat', index: 0 })).toEqual([]);
});

it('PHA-06 does not count the faults of entries that are about to be cut off', () => {
  const late = {
    ...newSettings(),
    heat: [{ temperatureCelsius: 200, durationSeconds: 300, notification: false }],
    steam: [{ startSeconds: 900, volumeCentilitres: 4 }],
  };
  expect(faultsBut(late, { fan: [], steam: [], damper: [] })).toHaveLength(1);
  expect(faultsBut(late, { fan: [], steam: [0], damper: [] })).toEqual([]);
});
