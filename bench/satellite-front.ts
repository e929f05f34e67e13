import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NoSatellite } from './satellite-link.ts';

const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings'];

/** `trust`: what makes a browser take the certificate for a good one; with an error of it nothing would be cached. */
export type Certificate = { key: string; cert: string; trust: string };

/** Makes a certificate for this run. @throws NoSatellite without openssl */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=shore'];
  try {
    await promisify(execFile)('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile]);
    const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
    const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    const hash = createHash('sha256').update(publicKey).digest('base64');
    return { key, cert, trust: `--ignore-certificate-errors-spki-list=${hash}` };
  } catch (error) {
    throw new NoSatellite(`The satellite link needs openssl, for a certificate (${String(error).split('\n')[0]}).`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Headers without those that are of one connection alone, and without HTTP/2's own. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofOneConnection.includes(name));
  return Object.fromEntries(kept);
}

export type Front = { origin: string; close: () => Promise<void> };

/**
 * What stands before the site on the shore: TLS and HTTP/2, as proxies and balancers of these years speak it, on `address`. It
 * sends what a page asks for in no order of its own: Node's HTTP/2 knows no priorities, as many fronts do not.
 */
export async function openFront(port: number, address: string, { key, cert }: Certificate): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const front = createSecureServer({ key, cert }, (asked, answer) => {
    const headers = { ...passedOn(asked.headers), host: asked.authority, 'x-forwarded-proto': 'https' };
    const passed = request({ agent, port, method: asked.method, path: asked.url, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, passedOn(came.headers));
      came.pipe(answer);
    });
    passed.on('error', () => answer.stream.destroy());
    asked.pipe(passed);
  });
  front.on('session', (session) => session.on('error', () => session.destroy()));
  front.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  front.listen(0, address);
  await once(front, 'listening');
  return {
    origin: `https://${address}:${(front.address() as AddressInfo).port}`,
    async close() {
      front.close();
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await once(front, 'close');
    },
  };
}
