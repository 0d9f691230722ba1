import { describe, expect, it } from 'vitest';
import { lastNightOf } from './night.ts';
import type { Opening } from './openings.ts';

const zone = 'Europe/Paris';
/** Local times of winter. */
const at = (local: string) => Date.parse(`${local}:00+01:00`);
const open = (from: string, to: string): Opening => ({ from: at(from), to: at(to) });
const night = (openings: Opening[] | null, now: string) => {
  const { from, to } = lastNightOf(openings, at(now), zone);
  return [new Date(from + 3_600_000).toISOString().slice(0, 16), new Date(to + 3_600_000).toISOString().slice(0, 16)];
};

describe('DAY-16 last night', () => {
  it('is 18:00 to 06:00 where opening hours are not known, also while it lasts and in the evening after', () => {
    for (const now of ['2026-01-14T04:12', '2026-01-14T08:00', '2026-01-14T23:00'])
      expect(night(null, now)).toEqual(['2026-01-13T18:00', '2026-01-14T06:00']);
    expect(night(null, '2026-01-15T00:30')).toEqual(['2026-01-14T18:00', '2026-01-15T06:00']);
  });

  it('is from closing to opening', () => {
    const days = ['2026-01-12', '2026-01-13', '2026-01-14'].map((day) => open(`${day}T04:00`, `${day}T19:30`));
    expect(night(days, '2026-01-14T08:00')).toEqual(['2026-01-13T19:30', '2026-01-14T04:00']);
  });

  it('is the longer part where it is open in the evening, not the afternoon’s break', () => {
    const days = ['2026-01-12', '2026-01-13', '2026-01-14'].flatMap((day) => [
      open(`${day}T11:00`, `${day}T15:00`),
      open(`${day}T18:00`, `${day}T23:30`),
    ]);
    expect(night(days, '2026-01-14T12:00')).toEqual(['2026-01-13T23:30', '2026-01-14T11:00']);
  });

  it('has a closed day before it', () => {
    const days = [open('2026-01-12T05:00', '2026-01-12T19:00'), open('2026-01-14T05:00', '2026-01-14T19:00')];
    expect(night(days, '2026-01-14T08:00')).toEqual(['2026-01-12T19:00', '2026-01-14T05:00']);
  });

  it('is the usual one where it never closes, and reaches four days around it where it never opens', () => {
    expect(night([open('2026-01-01T00:00', '2026-02-01T00:00')], '2026-01-14T08:00')).toEqual([
      '2026-01-13T18:00',
      '2026-01-14T06:00',
    ]);
    expect(night([], '2026-01-14T08:00')).toEqual(['2026-01-09T18:00', '2026-01-18T06:00']);
  });

  it('keeps clock times in the nights of 11 and of 13 hours', () => {
    const spring = lastNightOf(null, Date.parse('2026-03-29T08:00:00Z'), zone);
    expect((spring.to - spring.from) / 3_600_000).toBe(11);
    const autumn = lastNightOf(null, Date.parse('2026-10-25T08:00:00Z'), zone);
    expect((autumn.to - autumn.from) / 3_600_000).toBe(13);
  });
});
