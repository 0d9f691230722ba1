import { dayMilliseconds, hourMilliseconds } from '@fournil/contract/kit/durations';
import { upMessages } from '@fournil/contract/machine-link/messages';
import { activityTypes, endOf, washModes } from '@fournil/contract/machines/activities';
import { faultCodes } from '@fournil/contract/machines/faults';
import { describe, expect, test } from 'vitest';
import { reportOf } from '../oven/reports.ts';
import { aBody, aModel } from '../testing.ts';
import { advance, runNow, setFault, switchPower } from './advance.ts';
import { runnableOf } from './runnableProgram.ts';
import { emitReading } from './tasks.ts';
import { newWork, type WorkEvent, worldFor } from './work.ts';

const start = Date.UTC(2026, 0, 5);

function anOven(serialNumber: string) {
  const events: WorkEvent[] = [];
  const program = runnableOf(aBody({ id: '00000000-0000-4000-8000-000000000001' }), 'a'.repeat(64));
  const world = worldFor(serialNumber, {
    model: aModel('sole-3-12'),
    runnablePrograms: () => [program],
    instant: (ownAt) => new Date(Math.round(ownAt)).toISOString(),
    emit: (event) => events.push(event),
  });
  return { events, world, program, work: newWork(serialNumber, start) };
}

function someDays(serialNumber: string, days: number) {
  const oven = anOven(serialNumber);
  advance(oven.work, oven.world, start + days * dayMilliseconds);
  return oven;
}

function activitiesOf(events: WorkEvent[]) {
  return events.flatMap((event) => (event.kind === 'activity' ? [event] : []));
}

function expectPaired(events: WorkEvent[]) {
  let open: string | null = null;
  for (const { type } of activitiesOf(events)) {
    if (open) expect(type).toBe(open);
    else expect(type.endsWith('End')).toBe(false);
    open = open ? null : endOf(type);
  }
}

describe('LNK-07 the simulated day of an oven:', () => {
  test('every kind of event, wash and fault occurs, and every start has its end', () => {
    const { events } = someDays('A-1', 200);
    expect(new Set(activitiesOf(events).map((event) => event.type))).toEqual(new Set(activityTypes));
    const modes = activitiesOf(events).flatMap((event) => (event.type === 'WashStart' ? [event.mode] : []));
    expect(new Set(modes)).toEqual(new Set(washModes));
    const codes = events.flatMap((event) => (event.kind === 'error' && event.isEnded ? [event.code] : []));
    expect(new Set(codes)).toEqual(new Set(faultCodes));
    expect(events.some((event) => event.kind === 'lostLink')).toBe(true);
    expectPaired(events);
  });

  test('its reports have the published form and are in order of time', () => {
    const { events } = someDays('A-2', 20);
    let at = 0;
    for (const event of events) {
      if (event.kind === 'lostLink') continue;
      const { topic, entry } = reportOf(event, 'one', (own) => new Date(Math.round(own)).toISOString(), '3.4.1');
      if (topic === 'activities' || topic === 'errors' || topic === 'readings')
        expect(upMessages[topic].safeParse({ v: 1, entries: [entry] }).error).toBeUndefined();
      if (event.kind === 'error') continue;
      expect(event.at).toBeGreaterThanOrEqual(at);
      at = event.at;
    }
  });

  test('it is the same each time for one serial number and differs between serial numbers', () => {
    expect(someDays('A-3', 3).events).toEqual(someDays('A-3', 3).events);
    expect(someDays('A-3', 3).events).not.toEqual(someDays('A-4', 3).events);
  });

  test('it does not depend on how often it is computed', () => {
    const slow = someDays('A-5', 2);
    const quick = anOven('A-5');
    for (let at = start; at <= start + 2 * dayMilliseconds; at += 60_000) advance(quick.work, quick.world, at);
    const briefly = (events: WorkEvent[]) =>
      activitiesOf(events).map(({ type, at }) => [type, Math.round(at / 60_000)]);
    expect(briefly(quick.events)).toEqual(briefly(slow.events));
  });

  test('about two thirds of a fleet are switched on at any time', () => {
    const fleet = Array.from({ length: 120 }, (_, index) => anOven(`B-${index}`));
    for (const hour of [30, 36, 42, 48]) {
      for (const { work, world } of fleet) advance(work, world, start + hour * hourMilliseconds);
      const on = fleet.filter(({ work }) => work.task.kind !== 'off').length;
      expect(on / fleet.length).toBeGreaterThan(0.5);
      expect(on / fleet.length).toBeLessThan(0.8);
    }
  });

  test('about two faults are open in a fleet of forty', () => {
    const fleet = Array.from({ length: 400 }, (_, index) => someDays(`C-${index}`, 2));
    const open = fleet.reduce((sum, { work }) => sum + work.faults.length, 0) / 10;
    expect(open).toBeGreaterThan(1);
    expect(open).toBeLessThan(3.5);
  });

  test('a fault that stops the oven interrupts its program', () => {
    const { work, world, program, events } = anOven('D-1');
    runNow(work, world, program);
    while (work.task.kind !== 'program') advance(work, world, work.nowAt + 60_000);
    work.faults = [];
    setFault(work, world, 'E03', true);
    expect(activitiesOf(events).at(-1)).toMatchObject({ type: 'ProgramEnd', mode: 'interrupted' });
    expectPaired(events);
  });

  test('a broken probe measures nothing, and everything else is reported', () => {
    const { work, world, events } = anOven('D-4');
    switchPower(work, world, true);
    setFault(work, world, 'E01', true);
    emitReading(work, world);
    const reading = () => events.findLast(({ kind }) => kind === 'reading');
    expect(reading()).toMatchObject({ chamberTemperatureCelsius: null, energyKilowattHours: expect.any(Number) });
    setFault(work, world, 'E01', false);
    emitReading(work, world);
    expect(reading()).toMatchObject({ chamberTemperatureCelsius: expect.any(Number) });
  });

  test('a program that a person has started is not interrupted by chance', () => {
    const { work, world, program, events } = anOven('D-3');
    Object.assign(work, { nextFaultAt: work.nowAt + 60_000, nextLostLinkAt: work.nowAt + 60_000 });
    runNow(work, world, program);
    const before = events.length;
    while (work.task.kind === 'preheat' || work.task.kind === 'program') advance(work, world, work.nowAt + 60_000);
    const kinds = events.slice(before).map(({ kind }) => kind);
    expect(kinds).toContain('activity');
    expect(kinds.filter((kind) => kind === 'error' || kind === 'lostLink')).toEqual([]);
  });

  test('a program can be started, and the oven switched off and on, at any time', () => {
    const { work, world, program, events } = anOven('D-2');
    for (let turn = 0; turn < 40; turn++) {
      advance(work, world, work.nowAt + turn * 11 * 60_000);
      runNow(work, world, program);
      advance(work, world, work.nowAt + turn * 3 * 60_000);
      switchPower(work, world, false);
      switchPower(work, world, false);
      advance(work, world, work.nowAt + 60_000);
      switchPower(work, world, true);
      switchPower(work, world, true);
    }
    expectPaired(events);
  });
});
