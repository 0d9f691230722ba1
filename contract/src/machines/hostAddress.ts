/**
 * First bytes of addresses that are no host of a network: this host, link-local (where clouds serve their metadata),
 * multicast, reserved.
 */
const noHostV4 = [/^0\./, /^127\./, /^169\.254\./, /^(22[4-9]|23\d|24\d|25[0-5])\./];

/** Whether an IPv4 or IPv6 address is acceptable as a server that an oven contacts. */
export function isHostAddress(address: string): boolean {
  if (!address.includes(':')) return !noHostV4.some((one) => one.test(address));
  const mapped = /^(?:0{0,4}:){2,6}ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isHostAddress(mapped);
  const first = Number.parseInt(address.split(':')[0] || '0', 16);
  // ::/16 contains the unspecified address, loopback and embedded IPv4; fe80::/10 is link-local, ff00::/8 multicast.
  return first !== 0 && (first & 0xffc0) !== 0xfe80 && (first & 0xff00) !== 0xff00;
}
