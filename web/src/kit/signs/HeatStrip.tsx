import { heatColour } from '../heat.ts';
import './heatStrip.css';

interface HeatStep {
  temperatureCelsius: number;
  durationSeconds: number;
}

/**
 * Progress that is the program's own heat: coloured as far as it has got, then a tick. `colour` replaces the heat where
 * there is none (a wash). Decorative: the remaining time stands beside it.
 */
export function HeatStrip({ heat, share, colour }: { heat: readonly HeatStep[]; share: number; colour?: string }) {
  const done = `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;
  return (
    <span className="heat-strip" aria-hidden="true">
      <span
        className="heat-strip__done"
        style={{ clipPath: `inset(0 calc(100% - ${done}) 0 0)`, background: colour ?? heatGradient(heat) }}
      />
      <span className="heat-strip__tick" style={{ insetInlineStart: `min(${done}, calc(100% - 2px))` }} />
    </span>
  );
}

/** Hard-edged steps, as wide as they last. */
export function heatGradient(heat: readonly HeatStep[]): string {
  const total = heat.reduce((sum, step) => sum + step.durationSeconds, 0);
  if (total <= 0) return 'var(--line-control)';
  let at = 0;
  const parts = heat.map((step) => {
    const from = (at / total) * 100;
    at += step.durationSeconds;
    return `${heatColour(step.temperatureCelsius)} ${from.toFixed(2)}% ${((at / total) * 100).toFixed(2)}%`;
  });
  return `linear-gradient(90deg, ${parts.join(', ')})`;
}
