import { decorative, type LaneProps } from '../drawing/drawing.ts';
import { type Place, valueAt } from '../edits/edits.ts';
import { spanOf } from '../edits/nudge.ts';

interface FlagProps extends Pick<LaneProps, 'plot' | 'settings' | 'total'> {
  at: Place;
  text: string;
}

const pixelsPerCharacter = 6.7;

/**
 * A label over the selected entry, and a line at its time through all lanes. Decorative: the live region contains the
 * same text.
 */
export function Flag({ plot, settings, total, at, text }: FlagProps) {
  const isPreheat = at.index < 0;
  if (!isPreheat && !settings[at.group][at.index]) return null;
  const { from, to } = spanOf(settings, at, total);
  const middle = isPreheat ? plot.preheatX + plot.preheatWidth / 2 : (plot.clampedX(from) + plot.clampedX(to)) / 2;
  const width = text.length * pixelsPerCharacter + 24;
  const least = isPreheat || plot.isNarrow ? 0 : plot.x(0);
  const x = Math.min(plot.width - width / 2 - 1, Math.max(least + width / 2 + 1, middle));
  const top = flagTop(plot, settings, at);
  return (
    <g {...decorative} pointerEvents="none">
      {!isPreheat && at.group === 'heat' && (
        <path
          className="drawing__guide"
          d={[from, to]
            .map(
              (at) =>
                `M${plot.clampedX(at)} ${plot.heatBottom}v6M${plot.clampedX(at)} ${plot.lanes.fan - 2}V${plot.height}`,
            )
            .join('')}
        />
      )}
      <rect x={x - width / 2} y={top} width={width} height={28} rx={6} className="drawing__flag" />
      <path d={`M${middle - 5} ${top + 27.5}h10l-5 6Z`} className="drawing__flag" />
      <text x={x} y={top + 18.5} textAnchor="middle" className="drawing__flag-text">
        {text}
      </text>
    </g>
  );
}

/** Beside the entry and its handle, and within the drawing. */
function flagTop(plot: LaneProps['plot'], settings: LaneProps['settings'], at: Place): number {
  if (at.group !== 'heat') return plot.lanes[at.group] - 34;
  return Math.max(plot.top - 40, plot.y(valueAt(settings, at, 'temperature')) - 46);
}
