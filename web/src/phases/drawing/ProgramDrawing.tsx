import type { TemperatureUnit } from '@fournil/contract/kit/units';
import { type PhaseGroup, settingsOf } from '@fournil/contract/phases/phaseGroups';
import { type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import { useMemo } from 'react';
import { useTemperature } from '../../kit/format/temperature.ts';
import { rem } from '../../kit/rem.ts';
import { differencesBetween } from '../comparison/compare.ts';
import { DifferenceBackground, DifferenceMarks } from '../comparison/DifferenceMarks.tsx';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { DamperLane } from './DamperLane.tsx';
import { DrawingBackground } from './DrawingBackground.tsx';
import { FanLane } from './FanLane.tsx';
import { Hatch } from './Hatch.tsx';
import { HeatLane } from './HeatLane.tsx';
import { PreheatName } from './PreheatName.tsx';
import { hottestCelsius, plotFor } from './plot.ts';
import { SteamLane } from './SteamLane.tsx';
import { useWidth } from './useWidth.ts';
import './drawing.css';

interface ProgramDrawingProps {
  phaseGroups: readonly PhaseGroup[];
  unit?: TemperatureUnit;
  /** A fixed width, for printing; by default the available width. */
  width?: number;
  /** Another program on the same axes; the differences are marked. */
  against?: ProgramSettings;
}

/** PHA-09: a read-only drawing of the program over time; its alternative text is the whole program. */
export function ProgramDrawing({ phaseGroups, unit: wished, width: fixed, against }: ProgramDrawingProps) {
  const t = useT();
  const preferred = useTemperature().unit;
  const unit = wished ?? preferred;
  const [frame, measured] = useWidth<HTMLDivElement>(960);
  const settings = useMemo(() => settingsOf(phaseGroups), [phaseGroups]);
  const words = useEntryWords(settings, unit);
  const total = totalSeconds(settings);
  const width = fixed ?? measured;
  const axis = Math.max(total, against ? totalSeconds(against) : 0);
  const peak = Math.max(hottestCelsius(settings), against ? hottestCelsius(against) : 0);
  const plot = useMemo(() => plotFor(width, axis, unit, peak), [width, axis, unit, peak]);
  const differences = useMemo(() => (against ? differencesBetween(settings, against) : null), [settings, against]);
  const props = { plot, settings, total };
  return (
    <div ref={frame} className="drawing">
      <svg
        role="img"
        aria-label={`${t('phases.drawing.title')}. ${words.programSentence()}`}
        width={rem(width)}
        height={rem(plot.height - 20)}
        viewBox={`0 20 ${width} ${plot.height - 20}`}
      >
        <Hatch />
        <DrawingBackground plot={plot} />
        {differences && <DifferenceBackground plot={plot} differences={differences} />}
        <HeatLane {...props} />
        <PreheatName plot={plot} />
        <FanLane {...props} />
        <SteamLane {...props} />
        <DamperLane {...props} />
        {differences && against && <DifferenceMarks plot={plot} differences={differences} other={against} />}
      </svg>
    </div>
  );
}
