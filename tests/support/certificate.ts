import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for `host` with its key, in PEM format. No authority has signed it. Needs openssl. */
export async function makeCertificate(host = '127.0.0.1'): Promise<{ key: string; certificate: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-certificate-'));
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=landfall'],
      ...[
        '-addext',
        `subjectAltName=${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`,
        '-keyout',
        keyPath,
        '-out',
        path,
      ],
    ]);
    return { key: await readFile(keyPath, 'utf8'), certificate: await readFile(path, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
