import { revisionRolloutInput, rolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { expect, it } from 'vitest';
import {
  inputOf,
  moved,
  type NewSubject,
  newDraft,
  newRing,
  presetRings,
  presetsOf,
  startPath,
  violationsIn,
} from './rolloutDraft.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const software = { kind: 'software', update: id } as const;
const program = { kind: 'program', id, revision: 7 } as const;
const setting = { kind: 'setting', param: 'display.brightness', type: 'DOUBLE', value: 40 } as const;

it('SWU-04 a preset of a rollout is valid as it is', () => {
  const draft = newDraft(
    presetRings('canary', (name) => name),
    'software',
  );
  expect(violationsIn(draft, software).size).toBe(0);
  expect(
    rolloutInput.parse(inputOf(draft, software)).rings.map(({ name, sharePercent }) => [name, sharePercent]),
  ).toEqual([
    ['canaryRing', 1],
    ['tenthRing', 10],
    ['allRing', 100],
  ]);
});

it('the mistakes in a draft of a rollout are named by their place', () => {
  const draft = {
    ...newDraft([newRing(''), { ...newRing('Second'), sharePercent: '0' }], 'software'),
    openAtPercent: '',
    silenceMinutes: 'x',
  };
  expect([...violationsIn(draft, software)].map(([path, { key }]) => [path, key])).toEqual([
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

it('MNU-03 every preset of every kind of rollout is valid as it is', () => {
  const subjects: NewSubject[] = [software, program, { ...program, kind: 'menu' }, setting];
  for (const subject of subjects)
    for (const preset of presetsOf(subject.kind)) {
      const draft = newDraft(
        presetRings(preset, (name) => name),
        subject.kind,
      );
      expect([...violationsIn(draft, subject)], `${subject.kind} ${preset}`).toEqual([]);
    }
});

it('MNU-03 the rollout of a revision begins with waiting for three bakes, and that of a setting with waiting for none', () => {
  const sentBy = (subject: NewSubject) => inputOf(newDraft([newRing('All')], subject.kind), subject);
  expect(revisionRolloutInput.parse(sentBy(program))).toMatchObject({
    revision: 7,
    bakesToOpen: 3,
    abortAtInterruptedPercent: 50,
  });
  expect(sentBy(setting)).toMatchObject({ param: 'display.brightness', type: 'DOUBLE', value: 40, bakesToOpen: 0 });
  expect(sentBy(software)).not.toHaveProperty('bakesToOpen');
});

it('MNU-03 a share of interrupted bakes that is not shown, because none are waited for, is not sent', () => {
  const draft = { ...newDraft([newRing('All')], 'program'), bakesToOpen: '0', abortAtInterruptedPercent: 'x' };
  expect(violationsIn(draft, program).size).toBe(0);
  expect([...violationsIn({ ...draft, bakesToOpen: '3' }, program).keys()]).toEqual(['abortAtInterruptedPercent']);
});

it('MNU-03 each kind of rollout is started by a call of its own', () => {
  expect([software, program, { ...program, kind: 'menu' } as const, setting].map(startPath)).toEqual([
    '/rollouts',
    `/programs/${id}/rollouts`,
    `/menus/${id}/rollouts`,
    '/rollouts/settings',
  ]);
});
