import { createHmac } from 'node:crypto';

/**
 * The key under which an IP address is rate-limited: an IPv4 address itself, or the /64 prefix of an IPv6 address,
 * because one customer owns the whole prefix.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}

/**
 * An HMAC of the IP address, which is stored instead of the address. It is computed from `addressKey`, so all IPv6
 * addresses of one /64 prefix have the same HMAC.
 */
export function hashAddress(secret: string, address: string): Buffer {
  return createHmac('sha256', secret)
    .update(`address ${addressKey(address)}`)
    .digest();
}

/**
 * The network of an IP address: the /24 of an IPv4 address, the /48 of an IPv6 address. There is no rate limit for a
 * network, because many customers may share it. But when too many calls are being delayed, those from a network with
 * many tries are refused first, because an attacker may own a whole network.
 */
export function networkKey(address: string): string {
  const key = addressKey(address);
  const [separator, prefix] = key.includes(':') ? ([':', '::/48'] as const) : (['.', '.0/24'] as const);
  return key.split(separator).slice(0, 3).join(separator) + prefix;
}
