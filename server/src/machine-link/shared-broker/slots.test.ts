import { expect, it } from 'vitest';
import { shareOf, slotCount } from './slots.ts';

it('SCL-01 the slots are shared out among any number of servers, and none is left without', () => {
  for (let count = 1; count <= slotCount; count += 1) {
    const living = Array.from({ length: count }, (_, index) => `server-${String(index).padStart(2, '0')}`);
    const shares = living.map((id) => shareOf(living, id));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(slotCount);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  }
});
