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
import { SatelliteUnavailable } from './satellite-link.ts';

const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings'];

/**
 * A TLS certificate and its private key in PEM format. `trust`: the command-line flag that makes Chromium trust the
 * certificate. A browser does not cache responses that come with an untrusted certificate.
 */
export type Certificate = { key: string; cert: string; trust: string };

/** Creates a new self-signed TLS certificate. @throws SatelliteUnavailable if openssl is missing */
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
    throw new SatelliteUnavailable(
      `The satellite link needs openssl, for a certificate (${String(error).split('\n')[0]}).`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the headers without hop-by-hop headers and without the pseudo-headers of HTTP/2. */
function endToEndHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const forwarded = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !hopByHopHeaders.includes(name),
  );
  return Object.fromEntries(forwarded);
}

export type Front = { origin: string; close: () => Promise<void> };

/**
 * Opens a reverse proxy in front of the site. As in production, the proxy speaks TLS and HTTP/2. Like Node's HTTP/2
 * server and many load balancers, it sends responses without regard to their priority.
 */
export async function openFront(port: number, address: string, { key, cert }: Certificate): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const server = createSecureServer({ key, cert }, (incoming, outgoing) => {
    const headers = { ...endToEndHeaders(incoming.headers), host: incoming.authority, 'x-forwarded-proto': 'https' };
    const forwardedRequest = request(
      { agent, port, method: incoming.method, path: incoming.url, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, endToEndHeaders(response.headers));
        response.pipe(outgoing);
      },
    );
    forwardedRequest.on('error', () => outgoing.stream.destroy());
    incoming.pipe(forwardedRequest);
  });
  server.on('session', (session) => session.on('error', () => session.destroy()));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    origin: `https://${address}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
