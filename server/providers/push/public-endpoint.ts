import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * True if a push service can have this address. Students choose the address to which this server sends, so it must be HTTPS
 * at the usual port of a public host name.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || username || password || port) return false;
  // A name may end in a dot, which changes nothing else.
  const name = hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return !isAddress && name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

/** True for an IP address of the public internet, also if it is an IPv4 address written as IPv6. */
export const isPublicAddress = (address: string) => ipaddr.process(address).range() === 'unicast';

/**
 * Resolves host names for connections, and fails if any address of a name is private. It is asked for each connection, so a
 * name that is redirected to a private address later is refused too.
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
