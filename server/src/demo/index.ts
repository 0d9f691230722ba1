export { commission, startFleet } from './fleet.ts';
export { demoEmails, demoPassword } from './levain.ts';
export { seedDemo } from './seed.ts';
