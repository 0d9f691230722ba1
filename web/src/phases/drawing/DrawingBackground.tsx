import { fromCelsius } from '@fournil/contract/kit/units';
import { limits } from '@fournil/contract/phases/limits';
import type { ReactNode } from 'react';
import { durationText } from '../../kit/format/duration.ts';
import { useT } from '../messages.ts';
import { decorative } from './drawing.ts';
import type { Plot } from './plot.ts';

/** Grid, axes and the names of the lanes. */
export function DrawingBackground({ plot, isEmpty = false }: { plot: Plot; isEmpty?: boolean }) {
  const t = useT();
  const left = plot.x(0);
  return (
    <g {...decorative}>
      {plot.heatTicks.map(({ celsius, text }) => (
        <g key={text}>
          <path d={`M${plot.preheatX} ${plot.y(celsius)}H${plot.plotRight}`} className="drawing__grid" />
          <text x={plot.labels} y={plot.y(celsius) + 4} textAnchor="end" className="drawing__small">
            {text}
          </text>
        </g>
      ))}
      {(['fan', 'steam', 'damper'] as const).map((group) => (
        <rect
          key={group}
          x={left}
          y={plot.lanes[group]}
          width={plot.plotRight - left}
          height={plot.lane}
          className="drawing__lane"
        />
      ))}
      {plot.timeTicks.labelled.map((at) => (
        <g key={at}>
          <path
            d={`M${plot.x(at)} ${plot.lanes.fan}V${plot.lanes.damper + plot.lane}`}
            className="drawing__grid"
            pointerEvents="none"
          />
          <path d={`M${plot.x(at)} ${plot.heatBottom}v6`} className="drawing__tick" />
          <text
            x={plot.x(at)}
            y={plot.heatBottom + 20}
            textAnchor={plot.plotRight - plot.x(at) < 20 ? 'end' : 'middle'}
            className="drawing__small"
          >
            {durationText(at)}
          </text>
        </g>
      ))}
      {plot.timeTicks.minor.map((at) => (
        <path key={at} d={`M${plot.x(at)} ${plot.heatBottom}v3`} className="drawing__tick" />
      ))}
      <path d={`M${left} ${plot.heatBottom}H${plot.plotRight}`} className="drawing__tick" />
      {isEmpty && (
        <text
          x={(left + plot.plotRight) / 2}
          y={plot.top + plot.heatHeight / 2}
          textAnchor="middle"
          className="drawing__hint"
        >
          {t(plot.isNarrow ? 'phases.drawing.emptyNarrow' : 'phases.drawing.empty')}
        </text>
      )}
      {plot.isNarrow ? <LaneSigns plot={plot} /> : <LaneNames plot={plot} />}
    </g>
  );
}

const signs: Record<'heat' | 'fan' | 'steam' | 'damper', ReactNode> = {
  heat: (
    <path d="M8 1.5c.4 2.6 4 4.4 4 8a4 4 0 0 1-8 0c0-1.5.7-2.6 1.5-3.3.1 1.1.7 1.8 1.4 1.8 0-2.5-.3-4.3 1.1-6.5Z" />
  ),
  fan: <path d="M8 8c-.8-3 .7-5.5 3-5.5M8 8c3-.8 5.5.7 5.5 3M8 8c.8 3-.7 5.5-3 5.5M8 8c-3 .8-5.5-.7-5.5-3M8 8h.01" />,
  steam: <path d="M8 1.8c2.2 2.9 4 4.9 4 7.4a4 4 0 0 1-8 0c0-2.5 1.8-4.5 4-7.4Z" />,
  damper: <path d="M2.5 3v10M13.5 3v10M2.5 10.5l11-5" />,
};

/** Icons of the lanes, for drawings without room for their names. */
function LaneSigns({ plot }: { plot: Plot }) {
  return (['fan', 'steam', 'damper'] as const).map((group) => (
    <g
      key={group}
      transform={`translate(${plot.x(0) - 30} ${plot.lanes[group] + plot.lane / 2 - 8})`}
      className="drawing__sign"
      data-lane={group}
    >
      {signs[group]}
    </g>
  ));
}

function LaneNames({ plot }: { plot: Plot }) {
  const t = useT();
  const { fan, steam, damper } = limits;
  const bound = (celsius: number) => String(fromCelsius(celsius, plot.unit));
  const rows = [
    {
      group: 'heat',
      y: plot.top + 2,
      hint: `${t('phases.limits.heat', { min: bound(0), max: bound(limits.heat.maxTemperatureCelsius) })} °${plot.unit}`,
    },
    {
      group: 'fan',
      y: plot.lanes.fan + 2,
      hint: t('phases.limits.fan', { min: fan.minSpeedPercent, max: fan.maxSpeedPercent }),
    },
    {
      group: 'steam',
      y: plot.lanes.steam + 2,
      hint: t('phases.limits.steam', { min: steam.minVolumeCentilitres, max: steam.maxVolumeCentilitres }),
    },
    { group: 'damper', y: plot.lanes.damper + 2, hint: t('phases.limits.damper', { min: damper.minGapSeconds / 60 }) },
  ] as const;
  return rows.map(({ group, y, hint }) => (
    <g key={group} transform={`translate(0 ${y})`}>
      <g className="drawing__sign" data-lane={group}>
        {signs[group]}
      </g>
      <text x={26} y={14} className="drawing__name">
        {t(`phases.lanes.${group}`)}
      </text>
      <text x={26} y={30} className="drawing__small">
        {hint}
      </text>
    </g>
  ));
}
