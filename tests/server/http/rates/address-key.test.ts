import { expect, it } from 'vitest';
import { addressKey, hashAddress, networkKey } from '../../../../server/http/rates/address-key.ts';

it.each([
  ['198.51.100.23', '198.51.100.23', '198.51.100.0/24'],
  ['::ffff:198.51.100.23', '198.51.100.23', '198.51.100.0/24'],
  ['::FFFF:9.8.7.6', '9.8.7.6', '9.8.7.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8::ffff:10.0.0.1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])(
  'rate limits count calls from the IP address %s under the key %s, and calls from its network under the key %s',
  (address, key, network) => {
    expect(addressKey(address)).toBe(key);
    expect(networkKey(address)).toBe(network);
  },
);

it('all IP addresses of a /64 network have the same hash, and another network or another secret gives another hash', () => {
  const hash = hashAddress('secret', '2001:db8:1:2::9');
  expect(hash).toHaveLength(32);
  expect(hashAddress('secret', '2001:db8:1:2::10')).toEqual(hash);
  expect(hashAddress('secret', '2001:db8:1:3::9')).not.toEqual(hash);
  expect(hashAddress('other', '2001:db8:1:2::9')).not.toEqual(hash);
});
