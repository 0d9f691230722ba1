import type { ProgramSettings } from '@fournil/contract/phases/settings';

/** The position of a steam injection's drop, in pixels; the line beside it marks its time. */
export interface SteamDrop {
  centre: number;
  size: number;
}

interface Lane {
  x: (seconds: number) => number;
  clampedX: (seconds: number) => number;
  plotRight: number;
}

/** Drops larger with their volume; those that would cover each other move apart while the lane has room for all. */
export function dropsOf(plot: Lane, steam: ProgramSettings['steam']): SteamDrop[] {
  const drops = steam.map(({ startSeconds, volumeCentilitres }) => {
    const size = 8 + Math.min(1, volumeCentilitres / 10) * 5;
    return {
      centre: Math.min(plot.plotRight - size * 0.2, Math.max(plot.x(0) + size, plot.clampedX(startSeconds))),
      size,
    };
  });
  const width = drops.reduce((sum, { size }) => sum + 2 * size, 0);
  if (width > plot.plotRight - plot.x(0)) return drops;
  for (const [index, drop] of drops.entries()) {
    const before = drops[index - 1];
    if (before) drop.centre = Math.max(drop.centre, before.centre + before.size + drop.size);
  }
  for (const [index, drop] of [...drops.entries()].reverse()) {
    const after = drops[index + 1];
    drop.centre = Math.min(
      drop.centre,
      after ? after.centre - after.size - drop.size : plot.plotRight - drop.size * 0.2,
    );
  }
  return drops;
}
