import { durationText } from '../../kit/format/duration.ts';
import { decorative } from '../drawing/drawing.ts';
import type { Plot } from '../drawing/plot.ts';
import { useT } from '../messages.ts';

/** The line at which a shortened program would end, and the one at which it ended before. */
export function EndLine({ plot, total, formerTotal }: { plot: Plot; total: number; formerTotal: number }) {
  const t = useT();
  if (total >= formerTotal) return null;
  const now = plot.x(total);
  const before = plot.x(formerTotal);
  const isTight = before - now < 96;
  const at = isTight ? { x: now - 8, textAnchor: 'end' as const } : { x: now + 8, textAnchor: 'start' as const };
  return (
    <g {...decorative} pointerEvents="none">
      <rect x={now} y={plot.top} width={before - now} height={plot.heatHeight} fill="url(#phases-gone)" />
      <path d={`M${before} ${plot.top}V${plot.height}`} className="drawing__former" />
      <path d={`M${now} ${plot.top - 10}V${plot.height}`} className="drawing__end" />
      <text {...at} y={plot.top - 2} className="drawing__end-text">
        {t('phases.end.now', { total: durationText(total) })}
      </text>
      <text {...at} y={plot.top + 15} className="drawing__small">
        {t('phases.end.was', { total: durationText(formerTotal) })}
      </text>
    </g>
  );
}
