import { expect, it } from 'vitest';
import { emptyHolding } from './memory.ts';
import { forgetOwner, newMemory } from './newMemory.ts';

const plate = { serialNumber: 'S-1', pin: '1234', model: 'sole-3-12', timezone: 'UTC', softwareVersion: '4.2.1' };

it('MKR-02 an oven that is entered by another owner keeps no program and no report of the former one', () => {
  const memory = newMemory(plate, false);
  const desired = { v: 1 as const, version: 42, programs: [] };
  memory.holding = { ...emptyHolding, desired, processedVersion: 42 };
  memory.queue = [{ topic: 'activities', entry: { id: '1-1', at: '2026-03-02T04:30:00.000Z', type: 'PowerOn' } }];
  memory.answers = [['c', { id: '1-2' }]];
  const { settings } = memory;
  forgetOwner(memory);
  expect(memory).toMatchObject({ holding: { desired: null, processedVersion: 0 }, queue: [], answers: [], settings });
});
