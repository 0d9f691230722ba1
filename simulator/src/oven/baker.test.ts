import { seedModelByCode } from '@fournil/contract/machines/catalogue';
import { expect, test } from 'vitest';
import { applyDesired, receive, sha256Of } from '../state/memory.ts';
import { newMemory } from '../state/newMemory.ts';
import { aBody } from '../testing.ts';
import { changeAsPlated } from './baker.ts';
import type { OvenState } from './ovenState.ts';

const plate = { serialNumber: 'S-1', pin: '1234', model: 'sole-3-12', timezone: 'UTC', softwareVersion: '4.2.1' };

test('MNU-02 the demonstration’s bakers change the first program once it is on the oven, and only once', () => {
  const model = seedModelByCode(plate.model);
  if (!model) throw new Error('no model');
  const memory = newMemory({ ...plate, isChanged: true }, false);
  const state = { memory } as OvenState;
  const changes: string[] = [];
  const tick = () =>
    changeAsPlated(state, (id) => {
      changes.push(id);
      return true;
    });
  const body = aBody();
  const wanted = { id: body.id, revision: body.revision, sha256: sha256Of(body) };
  tick();
  memory.holding = applyDesired(memory.holding, { v: 1, version: 3, programs: [wanted] }, null);
  tick();
  expect(changes).toEqual([]);
  memory.holding = receive(memory.holding, { v: 1, sha256: wanted.sha256, body }, model, null);
  tick();
  tick();
  expect(changes).toEqual([body.id]);
  const other = { memory: { ...memory, plate, hasChanged: false } } as OvenState;
  changeAsPlated(other, () => {
    throw new Error('its plate says nothing');
  });
});
