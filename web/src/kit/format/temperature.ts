import { fromCelsius } from '@fournil/contract/kit/units';
import { useProfile } from '../session/profile.ts';

/** GEN-08: temperatures in the reader's unit. */
export function useTemperature() {
  const unit = useProfile()?.temperatureUnitPreference ?? 'C';
  return {
    unit,
    symbol: `°${unit}`,
    value: (celsius: number) => fromCelsius(celsius, unit),
    text: (celsius: number) => `${fromCelsius(celsius, unit)} °${unit}`,
  };
}
