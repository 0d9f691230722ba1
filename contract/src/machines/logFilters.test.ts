import { expect, it } from 'vitest';
import { z } from 'zod';
import { logFilters } from './machine.ts';

it('INT-01 a period is named by instants with or without fractions of a second, in any zone', () => {
  const read = z.object(logFilters).parse({ from: '2026-11-01T00:00:00Z', to: '2026-11-02T01:00:00.5+01:00' });
  expect(read).toEqual({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.500Z' });
  expect(z.object(logFilters).safeParse({ from: '2026-11-01' }).success).toBe(false);
});
