import { useT } from '../messages.ts';
import { decorative } from './drawing.ts';
import type { Plot } from './plot.ts';

/** The label of the column before 0:00. */
export function PreheatName({ plot }: { plot: Plot }) {
  const t = useT();
  if (plot.isNarrow) return null;
  return (
    <text
      {...decorative}
      x={plot.preheatX + plot.preheatWidth / 2}
      y={plot.heatBottom - 8}
      className="drawing__small drawing__small--tight"
      textAnchor="middle"
    >
      {t('phases.lanes.preheat')}
    </text>
  );
}
