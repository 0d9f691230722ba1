import { spanOf } from '../edits/nudge.ts';
import { useT } from '../messages.ts';
import { decorative, type LaneProps, leastLabelWidth } from './drawing.ts';
import { ViolationTriangle } from './ViolationMark.tsx';

const leastBar = 3;

/** Fan speeds as bars, each until the next one; the height shows the speed. */
export function FanLane(props: LaneProps) {
  const { settings, handlers } = props;
  return (
    <g {...handlers?.lane('fan')}>
      {settings.fan.map((phase, index) => (
        // During editing two entries may start at the same time.
        <FanBar key={`${phase.startSeconds}.${settings.fan.indexOf(phase)}`} index={index} {...props} />
      ))}
    </g>
  );
}

function FanBar({ index, plot, settings, total, handlers }: LaneProps & { index: number }) {
  const at = { group: 'fan', index } as const;
  const speed = settings.fan[index]?.speedPercent ?? 0;
  const { from, to } = spanOf(settings, at, total);
  const left = plot.clampedX(from);
  const width = Math.max(3, plot.clampedX(to) - left - 1.5);
  const height = Math.max(leastBar, Math.min(1, speed / 100) * plot.lane);
  const bottom = plot.lanes.fan + plot.lane;
  const breaksRule = handlers?.breaksRule(at) ?? false;
  const isCut = handlers?.isCut(at) ?? false;
  const isWrong = breaksRule || isCut;
  const box = { x: left, width, y: bottom - height, height };
  const hatched = { x: left, width, y: bottom - Math.max(20, height), height: Math.max(20, height) };
  return (
    <>
      <g {...handlers?.option(at)}>
        <rect x={left} y={plot.lanes.fan} width={width} height={plot.lane} className="drawing__hit" />
        <rect {...box} rx={Math.min(3, height / 2)} className={isWrong ? 'drawing__wrong' : 'drawing__fan'} />
        {isWrong && (
          <rect
            {...hatched}
            rx={3}
            fill="url(#phases-hatch)"
            className="drawing__violation-edge"
            data-cut={isCut || undefined}
          />
        )}
        {breaksRule && <ViolationTriangle x={left + 12} y={bottom - 30} />}
      </g>
      {width >= leastLabelWidth && (
        <FanLabel speed={speed} box={isWrong ? hatched : box} breaksRule={breaksRule} isCut={isCut} />
      )}
    </>
  );
}

interface FanLabelProps {
  speed: number;
  box: { x: number; y: number; width: number; height: number };
  breaksRule: boolean;
  isCut: boolean;
}

/** The label: inside the bar if it is high enough, otherwise above it. */
function FanLabel({ speed, box, breaksRule, isCut }: FanLabelProps) {
  const t = useT();
  const isAbove = box.height < 18 || breaksRule;
  const tone = isAbove ? 'fan' : 'on-fan';
  return (
    <text
      {...decorative}
      x={breaksRule ? box.x + 24 : box.x + box.width / 2}
      y={isAbove ? box.y - 6 : box.y + box.height / 2 + 4}
      textAnchor={breaksRule ? 'start' : 'middle'}
      className="drawing__value"
      data-tone={breaksRule || isCut ? 'violation' : tone}
      data-cut={isCut || undefined}
    >
      {speed === 0 ? t('phases.off') : `${speed} %`}
    </text>
  );
}
