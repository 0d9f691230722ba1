import { type PhaseGroup, settingsOf } from '@fournil/contract/phases/phaseGroups';
import {
  heatSpans,
  type ProgramSettings,
  peakTemperatureCelsius,
  totalSeconds,
} from '@fournil/contract/phases/settings';
import { heatColour } from '../heat.ts';
import { rem } from '../rem.ts';

/** The drawing's units, and the temperature at which its scale begins: for recognising a program, not for measuring. */
const picture = { width: 72, height: 32, heatHeight: 22, fromCelsius: 100, toCelsius: 250, fanY: 24, laneY: 29 };

/**
 * A small drawing of a program: its temperatures above 100 °C; below, fan, steam and damper. Decorative: its name is
 * beside it.
 */
export function ProgramThumbnail({
  phaseGroups,
  width = picture.width,
}: {
  phaseGroups: readonly PhaseGroup[];
  width?: number;
}) {
  const settings = settingsOf(phaseGroups);
  const total = totalSeconds(settings);
  return (
    <svg
      className="thumbnail"
      width={rem(width)}
      height={rem((width * picture.height) / picture.width)}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      aria-hidden="true"
    >
      {total > 0 ? (
        <Drawing settings={settings} total={total} />
      ) : (
        <path d="M0 22h72" stroke="var(--line-control)" strokeDasharray="3 3" />
      )}
    </svg>
  );
}

function Drawing({ settings, total }: { settings: ProgramSettings; total: number }) {
  const isCool = peakTemperatureCelsius(settings) <= picture.fromCelsius;
  const x = (seconds: number) => (seconds / total) * picture.width;
  const fanEnds = settings.fan.map((_, index) => settings.fan[index + 1]?.startSeconds ?? total);
  return (
    <>
      {heatSpans(settings).map((step) => {
        const height = heatHeight(step.temperatureCelsius, isCool);
        return (
          <rect
            key={step.index}
            x={x(step.fromSeconds)}
            y={picture.heatHeight - height}
            width={Math.max(0.5, x(step.durationSeconds))}
            height={height}
            fill={heatColour(step.temperatureCelsius)}
          />
        );
      })}
      {settings.fan.map(
        (phase, index) =>
          phase.speedPercent > 0 && (
            <rect
              key={`fan${phase.startSeconds}`}
              x={x(phase.startSeconds)}
              y={picture.fanY}
              width={Math.max(1, x((fanEnds[index] ?? total) - phase.startSeconds) - 0.75)}
              height={phase.speedPercent > 60 ? 2 : 1.2}
              fill="var(--fan)"
            />
          ),
      )}
      {settings.damper.map((phase) => (
        <rect
          key={`damper${phase.startSeconds}`}
          x={x(phase.startSeconds)}
          y={picture.laneY - 1}
          width={Math.max(2, x(phase.durationSeconds))}
          height={2}
          rx={1}
          fill="var(--damper)"
        />
      ))}
      {settings.steam.map((phase) => (
        <circle
          key={`steam${phase.startSeconds}`}
          cx={Math.min(70, x(phase.startSeconds) + 2)}
          cy={picture.laneY}
          r={1.7}
          fill="var(--steam)"
        />
      ))}
    </>
  );
}

/** Programs below 100 °C (of a proofer) are drawn from 0 to 100 °C, at half the height. */
function heatHeight(celsius: number, isCool: boolean): number {
  const share = isCool
    ? celsius / picture.fromCelsius / 2
    : (celsius - picture.fromCelsius) / (picture.toCelsius - picture.fromCelsius);
  return Math.max(2, Math.min(1, share) * picture.heatHeight);
}
