export { type Authority, openAuthority } from './broker/authority.ts';
export { openMachineLink } from './openMachineLink.ts';
export { pairingRoutes } from './pairing/routes.ts';
export { linkRetention } from './retention.ts';
