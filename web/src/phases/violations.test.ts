import { newSettings } from '@fournil/contract/phases/settings';
import { expect, it } from 'vitest';
import { phaseViolationOf, violationsAt, violationsBut, violationsOfGroup } from './violations.ts';

it('PHA-08 a violation that the server returns is shown at the very cell that it names', () => {
  const refused = {
    propertyPath: 'phaseGroups.0.phases.2.values.temperature',
    key: 'custom.phases.limits',
    args: { min: 0, max: 250 },
  };
  expect(phaseViolationOf(refused)).toEqual({
    group: 'heat',
    index: 2,
    criterion: 'temperature',
    key: 'custom.phases.limits',
    args: { min: 0, max: 250 },
  });
  expect(phaseViolationOf({ ...refused, propertyPath: 'phaseGroups.3.phases.0.values.start' })).toMatchObject({
    group: 'damper',
    index: 0,
    criterion: 'start',
  });
  expect(phaseViolationOf({ ...refused, propertyPath: 'phaseGroups.0.prePhaseValues.temperature' })).toMatchObject({
    index: null,
    criterion: 'preheat',
  });
  expect(phaseViolationOf({ ...refused, propertyPath: 'name' })).toBeNull();
});

it('WIZ-03 a new program’s missing total time is shown as a mistake in its heat phases', () => {
  const violations = violationsBut(newSettings(), { fan: [], steam: [], damper: [] });
  expect(violations.map(({ key }) => key)).toEqual(['custom.phases.total']);
  expect(violationsOfGroup(violations, 'heat')).toHaveLength(1);
  expect(violationsAt(violations, { group: 'heat', index: 0 })).toEqual([]);
});

it('PHA-06 mistakes in entries that are about to be cut off are not counted', () => {
  const late = {
    ...newSettings(),
    heat: [{ temperatureCelsius: 200, durationSeconds: 300, notification: false }],
    steam: [{ startSeconds: 900, volumeCentilitres: 4 }],
  };
  expect(violationsBut(late, { fan: [], steam: [], damper: [] })).toHaveLength(1);
  expect(violationsBut(late, { fan: [], steam: [0], damper: [] })).toEqual([]);
});
