import { expect, it } from 'vitest';
import { isHostAddress } from './hostAddress.ts';

it.each(['192.0.2.1', '10.0.0.7', '192.168.1.20', '172.16.4.4', '2001:db8::1', 'fd12:3456::9', '::ffff:192.0.2.1'])(
  'SEC-06 %s is accepted as the address of a server',
  (address) => {
    expect(isHostAddress(address)).toBe(true);
  },
);

it.each([
  '0.0.0.0',
  '127.0.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:127.0.0.1',
])('SEC-06 %s is not accepted as the address of a server', (address) => {
  expect(isHostAddress(address)).toBe(false);
});
