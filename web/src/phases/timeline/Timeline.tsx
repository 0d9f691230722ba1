import { useMemo } from 'react';
import { rem } from '../../kit/rem.ts';
import { DamperLane } from '../drawing/DamperLane.tsx';
import { DrawingBackground } from '../drawing/DrawingBackground.tsx';
import { FanLane } from '../drawing/FanLane.tsx';
import { Hatch } from '../drawing/Hatch.tsx';
import { HeatLane } from '../drawing/HeatLane.tsx';
import { PreheatName } from '../drawing/PreheatName.tsx';
import { hottestCelsius, plotFor } from '../drawing/plot.ts';
import { SteamLane } from '../drawing/SteamLane.tsx';
import { useWidth } from '../drawing/useWidth.ts';
import { useEditor } from '../editor.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';
import { EndLine } from './EndLine.tsx';
import { Flag } from './Flag.tsx';
import { Grips } from './Grips.tsx';
import { Selection } from './Selection.tsx';
import { useDrawingHandlers } from './useDrawingHandlers.ts';
import '../drawing/drawing.css';

/** The program on its time axis, edited by pointer and keyboard. */
export function Timeline() {
  const t = useT();
  const editor = useEditor();
  const { state, settings, selection, total, formerTotal, unit } = editor;
  const [frame, width] = useWidth<HTMLDivElement>(1200);
  const domain = Math.max(total, formerTotal);
  const peak = hottestCelsius(state.settings);
  const plot = useMemo(() => plotFor(width, domain, unit, peak), [width, domain, unit, peak]);
  const { handlers, svg, pointer } = useDrawingHandlers(editor, plot);
  const words = useEntryWords(settings, unit);
  const props = { plot, settings, total, handlers };
  return (
    <div ref={frame} className="drawing drawing--live">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing knows no other group */}
      <svg
        ref={svg}
        width={rem(width)}
        height={rem(plot.height)}
        viewBox={`0 0 ${width} ${plot.height}`}
        aria-label={t('phases.drawing.title')}
        role="group"
        onKeyDown={handlers.onKeyDown}
        onDoubleClick={handlers.onDoubleClick}
        {...pointer}
      >
        <Hatch />
        <DrawingBackground plot={plot} isEmpty={domain === 0} />
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
