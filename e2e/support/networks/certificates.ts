import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const dayMs = 86_400_000;

type Certificate = { key: string; cert: string };

/**
 * `trust`: the browser flag that makes the browser accept the certificate `valid`. It does not apply to the certificate
 * `outdated`, which has another key and is rejected.
 */
export type Certificates = { valid: Certificate; outdated: Certificate; trust: string };

const settings = `[ca]
default_ca = own
[own]
database = index
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
`;

/** Returns the date that is this many days from now in the format of openssl: `YYYYMMDDHHMMSSZ`. */
const momentIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');

/**
 * Creates a self-signed certificate for localhost. `from`, `until`: first and last day of its validity, in days from
 * now.
 */
async function createCertificate(from: number, until: number): Promise<Certificate> {
  const cwd = await mkdtemp(join(tmpdir(), 'landfall-certificate-'));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd });
  try {
    await Promise.all([writeFile(join(cwd, 'ca.cnf'), settings), writeFile(join(cwd, 'index'), '')]);
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'];
    await openssl('req', '-new', ...kind, '-keyout', 'key.pem', '-out', 'request.pem');
    const dates = ['-startdate', momentIn(from), '-enddate', momentIn(until)];
    const files = ['-in', 'request.pem', '-keyfile', 'key.pem', '-out', 'cert.pem'];
    await openssl('ca', '-batch', '-selfsign', '-notext', '-config', 'ca.cnf', ...files, ...dates);
    const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(cwd, name), 'utf8')));
    return { key: key ?? '', cert: cert ?? '' };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/**
 * Creates two certificates for the site: one that is valid now, and one that expired two days ago. The browser rejects
 * the expired one, as it would if the site's or the visitor's clock were wrong. Needs openssl.
 */
export async function createCertificates(): Promise<Certificates> {
  const [valid, outdated] = await Promise.all([createCertificate(-1, 30), createCertificate(-32, -2)]);
  const publicKey = new X509Certificate(valid.cert).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  return { valid, outdated, trust: `--ignore-certificate-errors-spki-list=${hash}` };
}
