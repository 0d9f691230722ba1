/**
 * The widths of the window, in pixels at the usual text size, below which the page changes. Style sheets have the same
 * ones: `@media (width < 600px)`.
 */
export const widthsPixels = { logo: 300, phone: 600, tablet: 1000, laptop: 1200, desktop: 1440, wide: 1680 } as const;
