import type { HolidayCountries, HolidayView, StructureHours } from '@fournil/contract/hours/hours';
import { reading } from '../data/index.ts';

/** What counts in a structure, with its calendar until `to`. A change of any structure above changes it. */
export const hoursReading = (id: string, to?: string) =>
  reading<StructureHours>({ about: 'structures', path: `/structures/${id}/hours`, ...(to ? { query: { to } } : {}) });

const rarely = { staleTime: Number.POSITIVE_INFINITY };

export const countriesReading = reading<HolidayCountries>({
  about: 'holiday-calendars',
  path: '/holiday-calendars',
  ...rarely,
});

/** The holidays of the present year. */
export const holidaysReading = (country: string, region: string | null) =>
  reading<{ holidays: HolidayView[] }>({
    about: 'holiday-calendars',
    path: `/holiday-calendars/${country}`,
    query: region ? { region } : {},
    enabled: country !== '',
    ...rarely,
  });
