import { isIPv6 } from 'node:net';

/** The first groups of an IPv6 address with its `::` written out. */
const groups = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  if (tail === undefined) return front;
  const back = tail.split(':').filter(Boolean);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
};

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** One spelling: lower case, without leading zeros. */
const v6Network = (address: string): string => {
  const first = groups(address).slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};

/** The network of an address: /24 for IPv4, /64 for IPv6. */
export const networkOf = (address: string): string => {
  const plain = withoutMapping(address);
  return isIPv6(plain) ? v6Network(plain) : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
};

/** Whom limits of one client are counted for: an IPv4 address, or the /64 network that one IPv6 client has. */
export const clientOf = (address: string): string => {
  const plain = withoutMapping(address);
  return isIPv6(plain) ? v6Network(plain) : plain;
};
