import { durationText } from '../../kit/format/duration.ts';
import { useT } from '../messages.ts';
import { decorative, type LaneProps } from './drawing.ts';
import { ViolationTriangle } from './ViolationMark.tsx';

/** Openings of the damper. */
export function DamperLane(props: LaneProps) {
  const { settings, handlers } = props;
  return (
    <g {...handlers?.lane('damper')}>
      {settings.damper.map((phase, index) => (
        <Opening key={`${phase.startSeconds}.${settings.damper.indexOf(phase)}`} index={index} {...props} />
      ))}
    </g>
  );
}

function Opening({ index, plot, settings, handlers }: LaneProps & { index: number }) {
  const t = useT();
  const at = { group: 'damper', index } as const;
  const phase = settings.damper[index];
  if (!phase) return null;
  const left = plot.clampedX(phase.startSeconds);
  const width = Math.max(8, plot.clampedX(phase.startSeconds + phase.durationSeconds) - left);
  const height = plot.isNarrow ? 18 : 24;
  const top = plot.lanes.damper + (plot.lane - height) / 2;
  const breaksRule = handlers?.breaksRule(at);
  const isCut = handlers?.isCut(at);
  const duration = durationText(phase.durationSeconds);
  const text = width >= 84 ? t('phases.open', { duration }) : duration;
  return (
    <>
      <g {...handlers?.option(at)}>
        <rect x={left - 2} y={plot.lanes.damper} width={width + 4} height={plot.lane} className="drawing__hit" />
        <rect
          x={left}
          y={top}
          width={width}
          height={height}
          rx={height / 2}
          className={breaksRule || isCut ? 'drawing__wrong' : 'drawing__damper'}
        />
        {(breaksRule || isCut) && (
          <rect
            x={left}
            y={top}
            width={width}
            height={height}
            rx={height / 2}
            fill="url(#phases-hatch)"
            className="drawing__violation-edge"
            data-cut={isCut || undefined}
          />
        )}
        {isCut && <path d={`M${left - 6} ${top + height / 2}h${width + 12}`} className="drawing__strike" />}
        {breaksRule && <ViolationTriangle x={left - 9} y={top + height / 2} />}
      </g>
      {width >= 40 && (
        <text
          {...decorative}
          x={left + width / 2}
          y={top + height / 2 + 4}
          textAnchor="middle"
          className="drawing__value"
          data-tone={breaksRule || isCut ? 'violation' : 'on-fan'}
          data-cut={isCut || undefined}
        >
          {text}
        </text>
      )}
    </>
  );
}
