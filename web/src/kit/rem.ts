import { widthsPixels } from './widths.ts';

/** The browser's text size for which the style sheets' px are written; the build turns them into rem too. */
const usualTextPixels = 16;

/** A length that grows with the text size set in the browser. */
export function rem(pixels: number): string {
  return `${pixels / usualTextPixels}rem`;
}

/** Pixels of the window as those of a drawing whose units grow with the text size set in the browser. */
export function usualPixels(pixels: number): number {
  const textPixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (pixels / (textPixels || usualTextPixels)) * usualTextPixels;
}

/**
 * The media query of windows narrower than that. Older Safari knows no `(width < …)`, which the build turns into this in
 * style sheets only.
 */
export function narrowerThan(width: keyof typeof widthsPixels): string {
  return `not all and (min-width: ${rem(widthsPixels[width])})`;
}
