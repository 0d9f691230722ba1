import { BlockList, isIP } from 'node:net';

/**
 * INT-05: which addresses may be called. Of IPv4, all but the special ones (IANA's registry: private, loopback,
 * link-local with the metadata services of clouds, shared, documentation, multicast, reserved). Of IPv6, only
 * 2000::/3, which is what has been given out, without documentation and the ranges that contain an IPv4 address; so
 * none that is mapped, translated, loopback, link-local, unique local or multicast.
 */
const special4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const global6 = ['2000::', 3] as const;
const special6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const forbidden4 = new BlockList();
for (const [network, bits] of special4) forbidden4.addSubnet(network, bits, 'ipv4');
const public6 = new BlockList();
public6.addSubnet(...global6, 'ipv6');
const forbidden6 = new BlockList();
for (const [network, bits] of special6) forbidden6.addSubnet(network, bits, 'ipv6');

export interface Networks {
  /** Whether this IP address may be called with TLS. */
  mayCall(address: string): boolean;
  /** Whether it is in a network of the setting, where calls without TLS are allowed too. */
  isAllowed(address: string): boolean;
}

/** `allowed`: the setting WEBHOOK_NETWORKS. */
export function networksWith(allowed: readonly string[]): Networks {
  const list = new BlockList();
  for (const one of allowed) {
    const [network = '', bits] = one.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  // A mapped address (::ffff:10.0.0.1) is no other way into a network of IPv4.
  const isMapped = (address: string) => isIP(address) === 6 && mapped.check(address, 'ipv6');
  const isAllowed = (address: string) =>
    !isMapped(address) && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return { isAllowed, mayCall: (address) => isAllowed(address) || isPublic(address) };
}

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !forbidden4.check(address, 'ipv4');
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !forbidden6.check(address, 'ipv6');
}
