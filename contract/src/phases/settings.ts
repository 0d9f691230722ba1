import { limits } from './limits.ts';

export interface HeatPhase {
  temperatureCelsius: number;
  durationSeconds: number;
  /** The oven rings at the end of this phase. */
  notification: boolean;
}
export interface FanPhase {
  startSeconds: number;
  /** 0 (off) or 30 to 100. Applies until the next fan phase. */
  speedPercent: number;
}
export interface SteamPhase {
  startSeconds: number;
  volumeCentilitres: number;
}
export interface DamperPhase {
  startSeconds: number;
  durationSeconds: number;
}

/**
 * The settings of a program, in the form in which editors and rules work. `phaseGroups.ts` converts it to the wire
 * form.
 */
export interface ProgramSettings {
  preheatTemperatureCelsius: number;
  heat: HeatPhase[];
  fan: FanPhase[];
  steam: SteamPhase[];
  damper: DamperPhase[];
}

/** PHA-06: the total time is the sum of the heat durations. */
export function totalSeconds(settings: Pick<ProgramSettings, 'heat'>): number {
  return settings.heat.reduce((sum, phase) => sum + phase.durationSeconds, 0);
}

/** PHA-02: the first phase plus 30 °C, at most 250. */
export function defaultPreheatCelsius(firstTemperatureCelsius: number): number {
  return Math.min(firstTemperatureCelsius + limits.preheat.aboveFirstCelsius, limits.heat.maxTemperatureCelsius);
}

/** A new program: one heat phase of 0 °C, the fan at 100 % from the start (the documents' defaults for new phases). */
export function newSettings(): ProgramSettings {
  return {
    preheatTemperatureCelsius: defaultPreheatCelsius(0),
    heat: [{ temperatureCelsius: 0, durationSeconds: 0, notification: false }],
    fan: [{ startSeconds: 0, speedPercent: 100 }],
    steam: [],
    damper: [],
  };
}

/** A heat phase with its start and end on the time axis. */
export interface HeatSpan extends HeatPhase {
  index: number;
  fromSeconds: number;
  toSeconds: number;
}

export function heatSpans(settings: Pick<ProgramSettings, 'heat'>): HeatSpan[] {
  let fromSeconds = 0;
  return settings.heat.map((phase, index) => {
    const span = { ...phase, index, fromSeconds, toSeconds: fromSeconds + phase.durationSeconds };
    fromSeconds = span.toSeconds;
    return span;
  });
}

export function waterCentilitres(settings: Pick<ProgramSettings, 'steam'>): number {
  return settings.steam.reduce((sum, phase) => sum + phase.volumeCentilitres, 0);
}

export function peakTemperatureCelsius(settings: Pick<ProgramSettings, 'heat'>): number {
  return settings.heat.reduce((peak, phase) => Math.max(peak, phase.temperatureCelsius), 0);
}
