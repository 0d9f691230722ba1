import { heatSpans, type ProgramSettings } from '@fournil/contract/phases/settings';
import { decorative } from '../drawing/drawing.ts';
import type { Plot } from '../drawing/plot.ts';
import type { Differences, Stretch } from './compare.ts';

const least = 6;
const bar = 4;

interface DifferenceProps {
  plot: Plot;
  differences: Differences;
}

/** Marks the periods in which the other program differs, behind the lanes. */
export function DifferenceBackground({ plot, differences }: DifferenceProps) {
  return (
    <g {...decorative} pointerEvents="none">
      {lanesOf(plot, differences).map(({ key, x, width, top, height }) => (
        <rect key={key} x={x} width={width} y={top} height={height} className="drawing__differs" />
      ))}
    </g>
  );
}

/** A bar over each of them, and the other program's heat as a dashed line. */
export function DifferenceMarks({ plot, differences, other }: DifferenceProps & { other: ProgramSettings }) {
  const spans = heatSpans(other);
  const outline = spans
    .map(
      (step) =>
        `H${plot.clampedX(step.fromSeconds)}V${plot.y(step.temperatureCelsius)}H${plot.clampedX(step.toSeconds)}`,
    )
    .join('');
  const preheat = plot.y(other.preheatTemperatureCelsius);
  return (
    <g {...decorative} pointerEvents="none">
      {lanesOf(plot, differences).map(({ key, x, width, top }) => (
        <rect
          key={key}
          x={x}
          width={width}
          y={top - bar / 2}
          height={bar}
          rx={bar / 2}
          className="drawing__differs-bar"
        />
      ))}
      {differences.heat.length > 0 && (
        <path d={`M${plot.x(0)} ${plot.y(spans[0]?.temperatureCelsius ?? 0)}${outline}`} className="drawing__other" />
      )}
      {differences.preheat && (
        <path d={`M${plot.preheatX} ${preheat}h${plot.preheatWidth}`} className="drawing__other" />
      )}
    </g>
  );
}

interface Mark {
  key: string;
  x: number;
  width: number;
  top: number;
  height: number;
}

function lanesOf(plot: Plot, { preheat, heat, fan, steam, damper, rings }: Differences): Mark[] {
  const heatLane = { top: plot.top, height: plot.heatHeight };
  const lane = (name: 'fan' | 'steam' | 'damper') => ({ top: plot.lanes[name], height: plot.lane });
  const moments = (list: readonly number[], half: number) => list.map((at) => around(plot, at, half));
  const wide = (list: readonly Stretch[]) =>
    list.map(({ from, to }) => ({ x: plot.clampedX(from), width: plot.clampedX(to) - plot.clampedX(from) }));
  const all = [
    ...(preheat ? [{ name: 'preheat', x: plot.preheatX, width: plot.preheatWidth, ...heatLane }] : []),
    ...wide(heat).map((one) => ({ name: 'heat', ...one, ...heatLane })),
    ...moments(rings, least).map((one) => ({ name: 'ring', ...one, ...heatLane })),
    ...wide(fan).map((one) => ({ name: 'fan', ...one, ...lane('fan') })),
    ...moments(steam, 13).map((one) => ({ name: 'steam', ...one, ...lane('steam') })),
    ...wide(damper).map((one) => ({ name: 'damper', ...one, ...lane('damper') })),
  ];
  return all.map(({ name, ...mark }, index) => ({
    ...mark,
    key: `${name}${String(index)}`,
    width: Math.max(2, mark.width),
  }));
}

/** A moment has no width of its own; kept within the axis. */
function around(plot: Plot, at: number, half: number): { x: number; width: number } {
  const middle = plot.clampedX(at);
  const left = Math.max(plot.x(0), middle - half);
  return { x: left, width: Math.min(plot.plotRight, middle + half) - left };
}
