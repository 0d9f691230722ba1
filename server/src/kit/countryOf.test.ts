import { expect, it } from 'vitest';
import { countryOf } from './countryOf.ts';

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['90.0.0.1', 'FR'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['192.168.1.20', null],
  ['172.20.0.1', null],
  ['2001:4860:4860::8888', 'US'],
  ['2a01:cb00:1::1', 'FR'],
  ['::1', null],
  ['fe80::1', null],
  ['fd12:3456::1', null],
  ['2001:db8::1', null],
  ['999.1.1.1', null],
  ['', null],
  ['not an address', null],
])('the address %s is located in %s', (address, country) => {
  expect(countryOf(address)).toBe(country);
});
