import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * SEC-03: an address as what is counted: IPv4 as it is, also in an IPv6 coat; IPv6 by its /64, because whoever has one
 * address of it has all 18 trillion million.
 */
export function sourceOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
