export { type Authority, openAuthority } from './broker/authority.ts';
export { revocationList } from './broker/certificates.ts';
export { daysKeeping } from './kept-days/keepDays.ts';
export { openMachineLink } from './openMachineLink.ts';
export { outageRoutes } from './outages/routes.ts';
export { readingsPacking } from './packing/packReadings.ts';
export { pairingRoutes } from './pairing/routes.ts';
export { linkRetention } from './retention.ts';
export { brokerRoutes } from './shared-broker/routes.ts';
