import { expect, it } from 'vitest';
import { sourceOf } from './sourceOf.ts';

it('SEC-03 an IPv6 address is counted by its /64 network, an IPv4 address as it is, also when it is mapped into IPv6', () => {
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe(sourceOf('2001:db8:1:2:ffff::1'));
  expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
  expect(sourceOf('203.0.113.7')).not.toBe(sourceOf('203.0.113.8'));
  expect(sourceOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(sourceOf('fe80::1%eth0')).toBe(sourceOf('fe80::2%eth0'));
  expect(sourceOf('somewhere')).toBe('somewhere');
});
