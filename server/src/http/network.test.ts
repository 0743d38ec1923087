import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';

describe('[T-9] the network of an address', () => {
  const networks: Record<string, readonly string[]> = {
    '198.51.100.0/24': ['198.51.100.0', '198.51.100.255', '::ffff:198.51.100.7', '::FFFF:198.51.100.7'],
    '198.51.101.0/24': ['198.51.101.7'],
    '2001:db8:1:2::/64': [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:3::',
      '2001:db8:1:2::',
    ],
    '2001:db8:0:0::/64': ['2001:db8::', '2001:db8::1', '2001:db8:0:0:0:0:0:1', '2001:db8:0:0:1::'],
    '2001:db8:1:3::/64': ['2001:db8:1:3::1'],
    '0:0:0:0::/64': ['::1', '::'],
    'fe80:0:0:0::/64': ['fe80::1', 'fe80::1%eth0'],
  };
  const cases = Object.entries(networks).flatMap(([network, addresses]) =>
    addresses.map((address) => ({ network, address })),
  );
  test.each(cases)('$address is in $network', ({ address, network }) => {
    expect(networkOf(address)).toBe(network);
  });

  test('one address has one network, however it is spelled', () => {
    const spellings = ['2001:db8:a::1', '2001:DB8:A::1', '2001:0db8:000a::0001', '2001:db8:a:0:0:0:0:1'];
    expect(new Set(spellings.map(networkOf)).size).toBe(1);
  });

  test('all cases were walked', () => {
    expect(cases.length).toBe(18);
  });
});
