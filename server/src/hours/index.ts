export { unknownPart } from './holidays.ts';
export { aroundLastNight, lastNightOf } from './night.ts';
export type { Opening, PlaceHours } from './openings.ts';
export { hoursOf, openingsOf, readPlaces } from './placeHours.ts';
export { hoursRoutes } from './routes.ts';
