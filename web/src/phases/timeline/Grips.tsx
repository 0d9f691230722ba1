import { type DrawingHandlers, decorative, type Grab, type LaneProps } from '../drawing/drawing.ts';
import type { Place } from '../edits/edits.ts';
import { spanOf } from '../edits/nudge.ts';

const edge = { rest: { width: 4, height: 24 }, chosen: { width: 12, height: 28 }, reach: 24 };

/**
 * The handles: small at rest, large on the selected entry and easy to reach on a touch screen. The keyboard does the
 * same.
 */
export function Grips({ plot, settings, total, handlers }: LaneProps) {
  if (!handlers) return null;
  const { selection } = handlers;
  const isDense = settings.heat.length > 20;
  return (
    <g {...decorative}>
      {settings.heat.map((_, index) => {
        const isChosen = selection.group === 'heat' && (selection.index === index || selection.index === index + 1);
        const isNear = selection.group === 'heat' && Math.abs(selection.index - index) <= 2;
        return isChosen || isNear || !isDense ? (
          <Edge
            key={index}
            handlers={handlers}
            grab={{ at: { group: 'heat', index }, part: 'to' }}
            isChosen={isChosen}
            x={plot.clampedX(spanOf(settings, { group: 'heat', index }, total).to)}
            y={gripHeight(plot, settings, index)}
          />
        ) : null;
      })}
      <LevelGrip plot={plot} settings={settings} total={total} handlers={handlers} at={selection} />
      <LaneGrips plot={plot} settings={settings} total={total} handlers={handlers} at={selection} />
    </g>
  );
}

function gripHeight(plot: LaneProps['plot'], settings: LaneProps['settings'], index: number): number {
  const here = settings.heat[index]?.temperatureCelsius ?? 0;
  const next = settings.heat[index + 1]?.temperatureCelsius ?? here;
  const top = plot.y(Math.min(here, next));
  if (settings.heat[index]?.durationSeconds === 0) return (plot.top + plot.heatBottom) / 2;
  return Math.min(plot.heatBottom - 16, (Math.max(top, plot.top) + plot.heatBottom) / 2);
}

interface EdgeProps {
  handlers: DrawingHandlers;
  grab: Grab;
  isChosen: boolean;
  x: number;
  y: number;
}

function Edge({ handlers, grab, isChosen, x, y }: EdgeProps) {
  const { width, height } = isChosen ? edge.chosen : edge.rest;
  const reach = isChosen ? edge.reach : 12;
  return (
    <g
      className="drawing__grip"
      data-chosen={isChosen || undefined}
      data-axis="time"
      onPointerDown={(event) => handlers.grab(event, grab)}
    >
      <rect x={x - reach / 2} y={y - 40} width={reach} height={80} className="drawing__hit" />
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={width / 2}
        className="drawing__handle"
      />
      {isChosen && <path d={`M${x - 2} ${y - 5}v10M${x + 2} ${y - 5}v10`} className="drawing__handle-line" />}
    </g>
  );
}

type GripProps = LaneProps & { handlers: DrawingHandlers; at: Place };

/** The handle on top of the selected step or speed, for dragging up and down. */
function LevelGrip({ plot, settings, total, handlers, at }: GripProps) {
  if (at.group !== 'heat' && at.group !== 'fan') return null;
  const isPreheat = at.index < 0;
  if (!isPreheat && !settings[at.group][at.index]) return null;
  const { from, to } = spanOf(settings, at, total);
  // Beside a step without width, so that both of its handles can be reached.
  const middle = to > from ? (plot.clampedX(from) + plot.clampedX(to)) / 2 : plot.clampedX(from) + 32;
  const x = isPreheat ? plot.preheatX + plot.preheatWidth / 2 : middle;
  const celsius = isPreheat ? settings.preheatTemperatureCelsius : (settings.heat[at.index]?.temperatureCelsius ?? 0);
  const speed = settings.fan[at.index]?.speedPercent ?? 0;
  const y = at.group === 'heat' ? plot.y(celsius) : plot.lanes.fan + plot.lane * (1 - Math.min(1, speed / 100));
  return (
    <g
      className="drawing__grip"
      data-chosen
      data-axis="level"
      onPointerDown={(event) => handlers.grab(event, { at, part: 'level' })}
    >
      <rect x={x - 24} y={y - 14} width={48} height={28} className="drawing__hit" />
      <rect x={x - 14} y={y - 6} width={28} height={12} rx={6} className="drawing__handle" />
      <path d={`M${x - 5} ${y - 2}h10M${x - 5} ${y + 2}h10`} className="drawing__handle-line" />
    </g>
  );
}

/** The handles at start and end of the selected entry in the lanes below. */
function LaneGrips({ plot, settings, total, handlers, at }: GripProps) {
  if (at.group === 'heat' || !settings[at.group][at.index]) return null;
  const { from, to } = spanOf(settings, at, total);
  const y = plot.lanes[at.group] + plot.lane / 2;
  if (at.group === 'damper') {
    return (
      <>
        <Edge handlers={handlers} grab={{ at, part: 'from' }} isChosen x={plot.clampedX(from)} y={y} />
        <Edge handlers={handlers} grab={{ at, part: 'to' }} isChosen x={plot.clampedX(to)} y={y} />
      </>
    );
  }
  return at.group === 'fan' && at.index > 0 ? (
    <Edge handlers={handlers} grab={{ at, part: 'from' }} isChosen x={plot.clampedX(from)} y={y} />
  ) : null;
}
