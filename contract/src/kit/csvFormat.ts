import { z } from 'zod';

/**
 * INT-06: the form of a CSV file. `words`: for people, in the reader's language, zone and unit, as spreadsheets of that
 * language expect it. `keys`: for programs, always the same: names of columns and values as the API has them, commas,
 * points, instants in UTC, temperatures in °C.
 */
export const csvFormats = ['words', 'keys'] as const;
export type CsvFormat = (typeof csvFormats)[number];
export const csvFormatQuery = { format: z.enum(csvFormats).optional() };
