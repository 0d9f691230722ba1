import { describe, expect, it } from 'vitest';
import { heatColour, inkOnHeat } from './heat.ts';

describe('the colour scale of heat', () => {
  it('starts pale, ends in ember and does not change beyond its end', () => {
    expect(heatColour(60)).toBe('#f8dd9b');
    expect(heatColour(-10)).toBe('#f8dd9b');
    expect(heatColour(250)).toBe('#c63d22');
    expect(heatColour(400)).toBe('#c63d22');
  });

  it('gives text a contrast of at least 4.5 : 1 at every degree', () => {
    for (let celsius = 0; celsius <= 250; celsius++)
      expect(contrast(heatColour(celsius), inkOnHeat(celsius))).toBeGreaterThanOrEqual(4.5);
  });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
