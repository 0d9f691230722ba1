export { unknownPart } from './holidays.ts';
export type { PlaceHours } from './openings.ts';
export { hoursOf, openingsOf, readPlaces } from './placeHours.ts';
export { hoursRoutes } from './routes.ts';
