import {
  calendarQuery,
  holidayCountries,
  holidaysQuery,
  holidayYear,
  structureHours,
} from '@fournil/contract/hours/hours';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { holidaysOf, knownCountries, unknownPart } from './holidays.ts';
import { findHours } from './structureHours.ts';

export function hoursRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Structures');
  calls.read(
    '/structures/:id/hours',
    {
      allow: 'structures.show',
      name: ['getStructureHours', 'Read the opening hours that count in a structure'],
      query: calendarQuery,
      refuses: ['422'],
      answer: structureHours,
    },
    findHours,
  );
  calls.read(
    '/holiday-calendars',
    {
      allow: 'structures.list',
      name: ['listHolidayCountries', 'List the countries whose public holidays are known'],
      answer: holidayCountries,
    },
    async ({ caller }) => ({ countries: await knownCountries(caller.language) }),
  );
  calls.read(
    '/holiday-calendars/:country',
    {
      allow: 'structures.list',
      name: ['listHolidays', 'List the public holidays of a country in a year'],
      query: holidaysQuery,
      answer: holidayYear,
    },
    async ({ caller, now }, country, { region = null, year = now().getUTCFullYear() }) =>
      (await unknownPart({ country, region })) === null
        ? { holidays: [...(await holidaysOf({ country, region }, year, caller.language))] }
        : undefined,
  );
}
