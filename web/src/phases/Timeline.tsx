import { useMemo } from 'react';
import { DamperLane } from './DamperLane.tsx';
import { EndLine } from './EndLine.tsx';
import { useEditor } from './editor.ts';
import { FanLane } from './FanLane.tsx';
import { Flag } from './Flag.tsx';
import { Grips } from './Grips.tsx';
import { Ground } from './Ground.tsx';
import { Hatch } from './Hatch.tsx';
import { HeatLane } from './HeatLane.tsx';
import { useT } from './messages.ts';
import { PreheatName } from './PreheatName.tsx';
import { hottestCelsius, plotFor } from './plot.ts';
import { Selection } from './Selection.tsx';
import { SteamLane } from './SteamLane.tsx';
import { useEntryWords } from './useEntryWords.ts';
import { useHands } from './useHands.ts';
import { useWidth } from './useWidth.ts';
import './drawing.css';

/** The program on its one time axis, to be pulled at and steered by keyboard. */
export function Timeline() {
  const t = useT();
  const editor = useEditor();
  const { state, settings, selection, total, formerTotal, unit } = editor;
  const [frame, width] = useWidth<HTMLDivElement>(1200);
  const domain = Math.max(total, formerTotal);
  const peak = hottestCelsius(state.settings);
  const plot = useMemo(() => plotFor(width, domain, unit, peak), [width, domain, unit, peak]);
  const { hands, svg, pointer } = useHands(editor, plot);
  const words = useEntryWords(settings, unit);
  const props = { plot, settings, total, hands };
  return (
    <div ref={frame} className="drawing drawing--live">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing knows no other group */}
      <svg
        ref={svg}
        width={width}
        height={plot.height}
        aria-label={t('phases.drawing.title')}
        role="group"
        onKeyDown={hands.onKeyDown}
        onDoubleClick={hands.onDoubleClick}
        {...pointer}
      >
        <Hatch />
        <Ground plot={plot} isEmpty={domain === 0} />
        <HeatLane {...props} />
        <PreheatName plot={plot} />
        <FanLane {...props} />
        <SteamLane {...props} />
        <DamperLane {...props} />
        <Selection {...props} at={selection} />
        <EndLine plot={plot} total={total} formerTotal={formerTotal} />
        <Flag
          plot={plot}
          settings={settings}
          total={total}
          at={selection}
          text={words.flag(selection, state.settings)}
        />
        <Grips {...props} />
      </svg>
    </div>
  );
}
