import { heatColour } from '../heat.ts';
import './heatStrip.css';

interface HeatStep {
  temperatureCelsius: number;
  durationSeconds: number;
}

/**
 * A progress bar in the colours of the program's temperatures, up to a tick at the present time. `colour` replaces them
 * where there is no temperature (a wash). Decorative: the remaining time is beside it.
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

/** A gradient of steps, each as wide as its duration. */
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
