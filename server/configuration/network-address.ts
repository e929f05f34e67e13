import { isIP } from 'node:net';

/** True for a host name or IP address whose traffic never leaves this machine. IPv6 addresses may be in brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/**
 * True if the connection to this mail server is always encrypted, or never leaves this machine. A plain `smtp://` URL
 * is not enough: it uses TLS only if the server offers it, and an attacker can suppress that offer.
 */
export function isTlsMailServer(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopbackHost(hostname)) return true;
  const says = (name: string, value: string) => searchParams.get(name)?.toLowerCase() === value;
  if (says('ignoreTLS', 'true') || says('tls.rejectUnauthorized', 'false')) return false;
  // In an `smtp:` URL, the mail library ignores `?secure=true`, because the protocol of the URL has set the option to
  // false already.
  if (protocol === 'smtps:') return !says('secure', 'false');
  return says('requireTLS', 'true');
}

/**
 * True if the connection to this PostgreSQL is encrypted and its certificate is checked, or if the connection never
 * leaves this machine. The driver pg treats `require` and `verify-ca` like `verify-full`, except with `uselibpqcompat`.
 * This is tested in `tests/server/db/tls.cluster.test.ts`, with a server whose certificate is not trusted.
 */
export function isTlsDatabase(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  // The driver uses the last value of a parameter that occurs several times, and ignores an empty one.
  const read = (name: string) => searchParams.getAll(name).at(-1) ?? '';
  const host = read('host') || decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return true;
  const mode = read('sslmode');
  if (read('uselibpqcompat') === 'true') return mode === 'verify-full';
  if (mode !== '') return ['require', 'verify-ca', 'verify-full'].includes(mode);
  return ['true', '1'].includes(read('ssl'));
}

/** True for an IP address, or for a range of IP addresses like `10.0.0.0/8` that does not contain all addresses. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
