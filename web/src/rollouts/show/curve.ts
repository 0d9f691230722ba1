import type { RolloutCurve } from '@fournil/contract/rollouts/rollout';

export const plot = { width: 1000, height: 200 } as const;

type Points = RolloutCurve['points'];

/** The number of machines over all rings. */
export function heldAt({ held }: Points[number]): number {
  return held.reduce((sum, count) => sum + count, 0);
}

/**
 * An area for each ring, stacked in their order from the bottom, as paths in the plot: a number stays as it is until
 * the next moment. `total` is the number of machines at the top.
 */
export function areasOf(points: Points, rings: number, total: number): string[] {
  const first = Date.parse(points[0]?.at ?? '');
  const last = Date.parse(points.at(-1)?.at ?? '');
  const x = ({ at }: Points[number]) =>
    last === first ? plot.width : rounded(((Date.parse(at) - first) / (last - first)) * plot.width);
  const y = (count: number) => rounded(plot.height - (total === 0 ? 0 : (count / total) * plot.height));
  const below = (point: Points[number], ring: number) =>
    point.held.slice(0, ring).reduce((sum, count) => sum + count, 0);
  return Array.from({ length: rings }, (_, ring) => {
    const upper = stepsOf(points.map((point) => ({ x: x(point), y: y(below(point, ring + 1)) })));
    const lower = stepsOf(points.map((point) => ({ x: x(point), y: y(below(point, ring)) }))).reverse();
    const corners = [...upper, ...lower].map((corner) => `${corner.x} ${corner.y}`);
    return corners.length === 0 ? '' : `M${corners.join('L')}Z`;
  });
}

interface Corner {
  x: number;
  y: number;
}

/** Between two moments the line is level, and then vertical. */
function stepsOf(corners: readonly Corner[]): Corner[] {
  return corners.flatMap((corner, index) => {
    const before = corners[index - 1];
    return before && before.y !== corner.y ? [{ x: corner.x, y: before.y }, corner] : [corner];
  });
}

/** At most this many rows of the table: the first, the last, and some between them. */
export function rowsOf(points: Points, most: number): Points {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, row) => points[Math.round(row * step)]).filter(
    (point) => point !== undefined,
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
