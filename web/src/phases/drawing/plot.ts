import { fromCelsius, type TemperatureUnit, toCelsius } from '@fournil/contract/kit/units';
import { limits } from '@fournil/contract/phases/limits';
import { type ProgramSettings, peakTemperatureCelsius } from '@fournil/contract/phases/settings';
import { scaleLinear } from 'd3-scale';

/** Positions and sizes in the drawing, in pixels; the time axis has the remaining width. */
const wide = {
  left: 192,
  right: 8,
  labels: 112,
  preheatX: 124,
  preheatWidth: 56,
  top: 44,
  heatHeight: 208,
  axis: 32,
  lane: 40,
  gap: 8,
};
const narrow = {
  left: 58,
  right: 6,
  labels: 28,
  preheatX: 33,
  preheatWidth: 18,
  top: 40,
  heatHeight: 132,
  axis: 26,
  lane: 36,
  gap: 6,
};

export const narrowBelow = 620;
/** The length of the axis, in seconds, for a program without duration. */
const emptySeconds = 10 * 60;
const tickSteps = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];
/** The least distance of time labels: "25 min" is short, "1 h 25 min" is long. */
const pixelsPerLabel = { short: 64, long: 92 };
/** A proofer works at 4 to 30 °C; on the scale of ovens its program would be a line at the bottom. */
const cool = { belowCelsius: 45, topCelsius: 60 };

/** The highest temperature of the program, including the preheat. */
export function hottestCelsius(settings: ProgramSettings): number {
  return Math.max(settings.preheatTemperatureCelsius, peakTemperatureCelsius(settings));
}

export type Plot = ReturnType<typeof plotFor>;

/** The common time axis and the heights of all lanes, for a drawing of this width. */
export function plotFor(width: number, seconds: number, unit: TemperatureUnit, peakCelsius: number) {
  const isNarrow = width < narrowBelow;
  const frame = isNarrow ? narrow : wide;
  const domain = seconds > 0 ? seconds : emptySeconds;
  const x = scaleLinear([0, domain], [frame.left, Math.max(frame.left + 40, width - frame.right)]);
  const heatBottom = frame.top + frame.heatHeight;
  const isCool = seconds > 0 && peakCelsius > 0 && peakCelsius <= cool.belowCelsius;
  const topCelsius = isCool ? cool.topCelsius : limits.heat.maxTemperatureCelsius;
  const y = scaleLinear([limits.heat.minTemperatureCelsius, topCelsius], [heatBottom, frame.top]);
  const laneTop = (lane: number) => heatBottom + frame.axis + lane * (frame.lane + frame.gap);
  return {
    ...frame,
    isNarrow,
    width,
    domain,
    x,
    /** Kept within the plot: a value out of bounds is marked, not drawn outside. */
    clampedX: (at: number) => x(Math.min(domain, Math.max(0, at))),
    y: (celsius: number) => y(Math.min(topCelsius, Math.max(limits.heat.minTemperatureCelsius, celsius))),
    celsiusAt: (pixel: number) => y.invert(pixel),
    heatBottom,
    plotRight: x(domain),
    lanes: { fan: laneTop(0), steam: laneTop(1), damper: laneTop(2) },
    height: laneTop(2) + frame.lane + 2,
    unit,
    timeTicks: timeTicks(domain, x(domain) - x(0)),
    heatTicks: heatTicks(unit, isCool ? 'cool' : isNarrow ? 'narrow' : 'wide'),
  };
}

function timeTicks(domain: number, pixels: number): { labelled: number[]; minor: number[] } {
  const step =
    tickSteps.find((one) => (one / domain) * pixels >= (domain >= 3600 ? pixelsPerLabel.long : pixelsPerLabel.short)) ??
    domain;
  const small = tickSteps.find((one) => one < step && (one / domain) * pixels >= 6) ?? step;
  const every = (size: number) => Array.from({ length: Math.floor(domain / size) + 1 }, (_, index) => index * size);
  return { labelled: every(step), minor: every(small).filter((at) => at % step !== 0) };
}

const ticks = {
  wide: { C: [0, 50, 100, 150, 200, 250], F: [32, 100, 200, 300, 400, 482] },
  narrow: { C: [0, 100, 200, 250], F: [32, 200, 350, 482] },
  cool: { C: [0, 15, 30, 45, 60], F: [32, 60, 90, 120, 140] },
};

function heatTicks(unit: TemperatureUnit, scale: keyof typeof ticks): { celsius: number; text: string }[] {
  return ticks[scale][unit].map((value) => ({ celsius: toCelsius(value, unit), text: `${value}°` }));
}

/** "205°": a temperature on the drawing. */
export function degrees(celsius: number, unit: TemperatureUnit): string {
  return `${fromCelsius(celsius, unit)}°`;
}
