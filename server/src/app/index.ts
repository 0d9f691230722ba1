export { openHouse } from './house.ts';
export { retentions } from './retention.ts';
