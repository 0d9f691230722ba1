import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * SEC-03: the address by which tries are counted: an IPv4 address itself, also when it is written as IPv6; of an IPv6
 * address its /64, because a client usually has all addresses of one.
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
