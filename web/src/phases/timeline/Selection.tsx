import { decorative, type LaneProps } from '../drawing/drawing.ts';
import { type Place, valueAt } from '../edits/edits.ts';
import { spanOf } from '../edits/nudge.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
}

/** The frame around the selected entry; over everything, so that no neighbour covers it. */
export function Selection({ at, ...props }: LaneProps & { at: Place }) {
  const { settings } = props;
  if (at.index >= 0 && !settings[at.group][at.index]) return null;
  return <rect {...decorative} className="drawing__selected" {...boxOf(props, at)} />;
}

function boxOf({ plot, settings, total }: LaneProps, at: Place): Box {
  const { from, to } = spanOf(settings, at, total);
  const left = plot.clampedX(from);
  const width = Math.max(3, plot.clampedX(to) - left);
  if (at.group === 'heat') {
    const top = Math.min(plot.y(valueAt(settings, at, 'temperature')), plot.heatBottom - 3);
    const height = plot.heatBottom - top;
    return at.index < 0
      ? { x: plot.preheatX, y: top, width: plot.preheatWidth, height, rx: 0 }
      : { x: left, y: top, width, height, rx: 0 };
  }
  const lane = plot.lanes[at.group];
  if (at.group === 'fan') return { x: left, y: lane, width, height: plot.lane, rx: 3 };
  if (at.group === 'steam')
    return { x: Math.max(plot.x(0), left - 15), y: lane + 1, width: 30, height: plot.lane - 2, rx: 4 };
  const height = plot.isNarrow ? 18 : 24;
  return { x: left, y: lane + (plot.lane - height) / 2, width: Math.max(8, width), height, rx: height / 2 };
}
