import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether a push service can have this URL: it must use HTTPS at the standard port of a public host name. It is checked
 * because it comes from the student's browser and this server sends requests to it.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || username || password || port) return false;
  // A dot at the end of a host name does not change which host it names, so remove the dot.
  const name = hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return !isAddress && name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

/** True for a public IP address, also for a public IPv4 address that is written as IPv6. */
export const isPublicAddress = (address: string) => ipaddr.process(address).range() === 'unicast';

/**
 * Resolves a host name for a connection, and fails if any IP address of the name is private. It runs for each
 * connection, so a name that resolves to a private address only later is refused too.
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
