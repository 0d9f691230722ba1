import type { TemperatureUnit } from '@fournil/contract/kit/units';
import { type PhaseGroup, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { totalSeconds } from '@fournil/contract/phases/settings';
import { useMemo } from 'react';
import { useTemperature } from '../kit/temperature.ts';
import { DamperLane } from './DamperLane.tsx';
import { FanLane } from './FanLane.tsx';
import { Ground } from './Ground.tsx';
import { Hatch } from './Hatch.tsx';
import { HeatLane } from './HeatLane.tsx';
import { useT } from './messages.ts';
import { PreheatName } from './PreheatName.tsx';
import { hottestCelsius, plotFor } from './plot.ts';
import { SteamLane } from './SteamLane.tsx';
import { useEntryWords } from './useEntryWords.ts';
import { useWidth } from './useWidth.ts';
import './drawing.css';

interface ProgramDrawingProps {
  phaseGroups: readonly PhaseGroup[];
  unit?: TemperatureUnit;
  /** A fixed width, for paper; else as wide as there is room. */
  width?: number;
}

/** PHA-09: the program over time, to be looked at. A picture whose text is the whole program. */
export function ProgramDrawing({ phaseGroups, unit: wished, width: fixed }: ProgramDrawingProps) {
  const t = useT();
  const preferred = useTemperature().unit;
  const unit = wished ?? preferred;
  const [frame, measured] = useWidth<HTMLDivElement>(960);
  const settings = useMemo(() => settingsOf(phaseGroups), [phaseGroups]);
  const words = useEntryWords(settings, unit);
  const total = totalSeconds(settings);
  const width = fixed ?? measured;
  const peak = hottestCelsius(settings);
  const plot = useMemo(() => plotFor(width, total, unit, peak), [width, total, unit, peak]);
  const props = { plot, settings, total };
  return (
    <div ref={frame} className="drawing">
      <svg
        role="img"
        aria-label={`${t('phases.drawing.title')}. ${words.everything()}`}
        width={width}
        height={plot.height - 20}
        viewBox={`0 20 ${width} ${plot.height - 20}`}
      >
        <Hatch />
        <Ground plot={plot} />
        <HeatLane {...props} />
        <PreheatName plot={plot} />
        <FanLane {...props} />
        <SteamLane {...props} />
        <DamperLane {...props} />
      </svg>
    </div>
  );
}
