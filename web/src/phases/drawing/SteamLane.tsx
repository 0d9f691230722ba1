import { decorative, type LaneProps } from './drawing.ts';
import { dropsOf, type SteamDrop } from './drops.ts';
import { ViolationTriangle } from './ViolationMark.tsx';

/** Steam injections: drops, larger with their volume. */
export function SteamLane(props: LaneProps) {
  const { plot, settings, handlers } = props;
  const drops = dropsOf(plot, settings.steam);
  return (
    <g {...handlers?.lane('steam')}>
      {settings.steam.map((phase, index) => (
        <Drop
          key={`${phase.startSeconds}.${settings.steam.indexOf(phase)}`}
          index={index}
          drop={drops[index]}
          {...props}
        />
      ))}
    </g>
  );
}

function Drop({ index, drop, plot, settings, handlers }: LaneProps & { index: number; drop: SteamDrop | undefined }) {
  const at = { group: 'steam', index } as const;
  const phase = settings.steam[index];
  if (!phase || !drop) return null;
  const moment = plot.clampedX(phase.startSeconds);
  const middle = plot.lanes.steam + plot.lane / 2;
  const { centre, size } = drop;
  const breaksRule = handlers?.breaksRule(at);
  const isCut = handlers?.isCut(at);
  return (
    <>
      <g {...handlers?.option(at)}>
        <rect x={centre - 13} y={plot.lanes.steam} width={26} height={plot.lane} className="drawing__hit" />
        <path d={`M${moment} ${plot.lanes.steam + 1}v${plot.lane - 2}`} className="drawing__moment" />
        <path
          d={`M${centre} ${middle - size * 1.45}c${size * 0.5} ${size * 0.75} ${size} ${size * 1.15} ${size} ${size * 1.75}a${size} ${size} 0 0 1 ${-2 * size} 0c0 ${-size * 0.6} ${size * 0.5} ${-size} ${size} ${-size * 1.75}Z`}
          className={breaksRule || isCut ? 'drawing__wrong drawing__violation-edge' : 'drawing__steam'}
          data-cut={isCut || undefined}
        />
        {breaksRule && <ViolationTriangle x={centre + size + 9} y={middle} />}
      </g>
      <text
        {...decorative}
        x={centre}
        y={middle + 7.5}
        textAnchor="middle"
        className="drawing__value"
        data-tone={breaksRule || isCut ? 'violation' : 'on-fan'}
        data-cut={isCut || undefined}
      >
        {phase.volumeCentilitres}
      </text>
    </>
  );
}
