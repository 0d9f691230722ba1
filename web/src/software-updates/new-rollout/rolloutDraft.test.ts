import { rolloutInput } from '@fournil/contract/software-updates/rollout';
import { expect, it } from 'vitest';
import { inputOf, moved, newDraft, newRing, presetRings, violationsIn } from './rolloutDraft.ts';

const update = '01890a5d-ac96-774b-bcce-b302099a8057';

it('SWU-04 a preset of a rollout is valid as it is', () => {
  const draft = newDraft(presetRings('canary', (name) => name));
  const input = inputOf(draft, update);
  expect(violationsIn(input).size).toBe(0);
  expect(rolloutInput.parse(input).rings.map(({ name, sharePercent }) => [name, sharePercent])).toEqual([
    ['canaryRing', 1],
    ['tenthRing', 10],
    ['allRing', 100],
  ]);
});

it('the mistakes in a draft of a rollout are named by their place', () => {
  const draft = {
    ...newDraft([newRing(''), { ...newRing('Second'), sharePercent: '0' }]),
    openAtPercent: '',
    silenceMinutes: 'x',
  };
  expect([...violationsIn(inputOf(draft, update))].map(([path, { key }]) => [path, key])).toEqual([
    ['rings.0.name', 'ra.validation.required'],
    ['rings.1.sharePercent', 'ra.validation.minValue'],
    ['openAtPercent', 'ra.validation.required'],
    ['silenceMinutes', 'ra.validation.number'],
  ]);
});

it('a ring is moved in the order, and not beyond its ends', () => {
  const rings = ['one', 'two', 'three'].map((name) => newRing(name));
  const names = (of: typeof rings) => of.map(({ name }) => name);
  expect(names(moved(rings, 2, 0))).toEqual(['three', 'one', 'two']);
  expect(names(moved(rings, 0, -1))).toEqual(['one', 'two', 'three']);
});
