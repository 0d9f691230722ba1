/** The heat scale, pale gold to ember; the same in both themes. */
const stops = ['#f8dd9b', '#f6cc7f', '#f4b568', '#f29c59', '#ef834c', '#ea6a3e', '#e05131', '#c63d22'].map(channelsOf);
const coldestCelsius = 60;
const hottestCelsius = 250;
/** Most baking is between 160 and 250 °C, so a linear scale would show everything in red. */
const exponent = 1.7;
/** From this temperature on, white text has more contrast than near-black. */
const lightTextFromCelsius = 243;

/** The colour of a temperature, as `#rrggbb`. */
export function heatColour(celsius: number): string {
  const share = Math.min(1, Math.max(0, (celsius - coldestCelsius) / (hottestCelsius - coldestCelsius)));
  const at = share ** exponent * (stops.length - 1);
  const lower = stops[Math.floor(at)] ?? [0, 0, 0];
  const upper = stops[Math.min(stops.length - 1, Math.floor(at) + 1)] ?? lower;
  const between = at - Math.floor(at);
  return `#${lower.map((channel, index) => hex(channel + ((upper[index] ?? channel) - channel) * between)).join('')}`;
}

/** The colour of text on the background `heatColour(celsius)`. */
export function inkOnHeat(celsius: number): string {
  return celsius >= lightTextFromCelsius ? '#ffffff' : '#0a0400';
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, '0');
}
