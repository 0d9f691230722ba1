import { expect, it } from 'vitest';
import { missingStep, stepOf, stepPath } from './steps.ts';

it('WIZ-01 the wizard has four addresses and opens the first incomplete step', () => {
  expect([0, 1, 2, 3].map(stepPath)).toEqual([
    '/programs/create',
    '/programs/create/1',
    '/programs/create/2',
    '/programs/create/3',
  ]);
  const draft = (category: 'deck' | null, name: string) =>
    [0, 1, 2, 3].map((step) => missingStep(step, { category, name }));
  expect(draft(null, 'Miche')).toEqual([null, 0, 0, 0]);
  expect(draft('deck', '  ')).toEqual([null, null, 1, 1]);
  expect(draft('deck', 'Miche')).toEqual([null, null, null, null]);
});

it('the wizard shows a violation from the server in the step where it can be corrected', () => {
  expect(['category', 'tags.2', 'name', 'phaseGroups.0.phases.2.values.temperature', 'approved'].map(stepOf)).toEqual([
    0,
    1,
    1,
    2,
    null,
  ]);
  expect(stepOf(undefined)).toBeNull();
});
