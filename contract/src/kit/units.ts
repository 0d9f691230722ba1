export const temperatureUnits = ['C', 'F'] as const;
export type TemperatureUnit = (typeof temperatureUnits)[number];

/**
 * GEN-08: temperatures are stored in °C with two decimals, which is fine enough that every whole °F comes back as
 * typed.
 */
export function toCelsius(value: number, unit: TemperatureUnit): number {
  return unit === 'C' ? value : Math.round(((value - 32) / 1.8) * 100) / 100;
}

/** A stored °C in the reader's unit, rounded to `decimals`. */
export function fromCelsius(celsius: number, unit: TemperatureUnit, decimals = 0): number {
  const value = unit === 'C' ? celsius : celsius * 1.8 + 32;
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
