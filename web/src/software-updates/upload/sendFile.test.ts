import { softwareUpdateLimits } from '@fournil/contract/software-updates/softwareUpdate';
import { expect, it } from 'vitest';
import { nextSize } from './sendFile.ts';

const kilobyte = 1024;

it('SWU-02 upload pieces grow on a fast connection and shrink on a slow one, within the server’s limits', () => {
  expect(nextSize(256 * kilobyte, 0.1)).toBe(512 * kilobyte);
  expect(nextSize(256 * kilobyte, 12)).toBe(64 * kilobyte);
  expect(nextSize(512 * kilobyte, 6)).toBe(256 * kilobyte);
  expect(nextSize(softwareUpdateLimits.pieceBytes, 0)).toBe(softwareUpdateLimits.pieceBytes);
});
