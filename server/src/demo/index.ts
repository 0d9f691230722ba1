export { commission, startFleet } from './fleet.ts';
export { demoEmails, demoPassword } from './levain.ts';
export { type DemoFleet, seedDemo } from './seed.ts';
