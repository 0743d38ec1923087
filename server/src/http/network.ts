import { isIPv6 } from 'node:net';

/** The first groups of an IPv6 address with its `::` written out. */
const groups = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  if (tail === undefined) return front;
  const back = tail.split(':').filter(Boolean);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
};

/** The network of an address: /24 for IPv4, /64 for IPv6. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  // One spelling: lower case, without leading zeros.
  const first = groups(plain).slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
