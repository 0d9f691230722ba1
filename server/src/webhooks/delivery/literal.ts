import { isIP } from 'node:net';
import { networksWith } from './networks.ts';

/**
 * Whether an address names an IP address that may not be called, or lacks TLS where no network is allowed at all. A
 * name is looked up only when it is called: the answer would tell which names the operator's network has.
 */
export function isForbiddenLiteral(allowedAddresses: readonly string[], text: string): boolean {
  const networks = networksWith(allowedAddresses);
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return url.protocol === 'https:' ? !networks.mayCall(host) : !networks.isAllowed(host);
  return url.protocol !== 'https:' && allowedAddresses.length === 0;
}
