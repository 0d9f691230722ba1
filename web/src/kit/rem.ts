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
 * The widths of the window, in pixels at the usual text size, below which the page changes. Style sheets have the same
 * ones: `@media (width < 600px)`.
 */
export const widthsPixels = { logo: 300, phone: 600, tablet: 1000, laptop: 1200, desktop: 1440, wide: 1680 } as const;

/** The media query of windows narrower than that. */
export function narrowerThan(width: keyof typeof widthsPixels): string {
  return `not all and (min-width: ${rem(widthsPixels[width])})`;
}
