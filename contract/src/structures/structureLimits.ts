export const structureLimits = {
  name: 255,
  /** The greatest depth of a tree, its top included. */
  levels: 32,
  listPageSize: 10,
  pickListSize: 500,
  /** The greatest number of machines or people in one call. */
  atOnce: 500,
  /** The number of machines that the page of a structure names. */
  namedMachines: 100,
  indentPixels: 30,
  pickIndentPixels: 10,
} as const;
