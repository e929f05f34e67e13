import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * True if this can be the address of a push service. The address comes from the student's browser, and this server sends
 * requests to it. So it must be HTTPS, at the standard port of a public host name.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || username || password || port) return false;
  // A host name may end in a dot, which has no effect.
  const name = hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return !isAddress && name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

/** True for an IP address of the public internet, even if it is an IPv4 address written as IPv6. */
export const isPublicAddress = (address: string) => ipaddr.process(address).range() === 'unicast';

/**
 * Resolves host names for connections, and fails if any address of a name is private. It runs for each connection, so a
 * name that later resolves to a private address is refused too.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} has a private address`), '');
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    callback(null, first?.address ?? '', first?.family);
  });
};
