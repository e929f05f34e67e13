import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * The result of one round of load. `p99`: 99th percentile of the durations, in milliseconds. `failures`: how many of
 * the `calls` threw an error. `firstFailure`: the message of the first error; null if there was none.
 */
export type Load = { perSecond: number; p99: number; calls: number; failures: number; firstFailure: string | null };

/** Runs `once` over and over in `clients` parallel loops for `seconds` seconds. */
export async function drive(
  clients: number,
  seconds: number,
  once: (client: number, turn: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const loop = async (client: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const start = performance.now();
      await once(client, turn).catch((error: unknown) => {
        failures++;
        firstFailure ??= String(error);
      });
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  times.sort((a, b) => a - b);
  const perSecond = (times.length - failures) / ((performance.now() - begun) / 1000);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { perSecond, p99, calls: times.length, failures, firstFailure };
}

const headEnd = Buffer.from('\r\n\r\n');

type Head = { status: number; begin: number; end: number };

/**
 * Reads the head of the HTTP response at the start of `received`: the status, and where the body begins and ends. Null
 * until all headers have arrived.
 */
function readHead(received: Buffer): Head | null {
  const at = received.indexOf(headEnd);
  if (at < 0) return null;
  const head = received.toString('latin1', 0, at);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without a content length:\n${head}`);
  const begin = at + headEnd.length;
  return { status: Number(head.slice(9, 12)), begin, end: begin + Number(length) };
}

export type RawResponse = { status: number; body: Buffer };

/**
 * An HTTP client with one keep-alive connection that sends one request at a time. It does as little work as possible,
 * because it shares the processor with the measured server.
 */
export class RawClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #expected: Head | null = null;
  #resolve: (response: RawResponse) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#reject(error));
    this.#socket.on('close', () => this.#reject(new Error('The server closed the connection')));
  }

  /** Sends a request, given as the raw text of HTTP/1.1, and resolves with the complete response. */
  send(request: string): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) reject(new Error('The server has closed the connection'));
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk;
    this.#expected ??= readHead(this.#received);
    if (!this.#expected || this.#received.length < this.#expected.end) return;
    const { status, begin } = this.#expected;
    const body = this.#received.subarray(begin);
    this.#received = Buffer.alloc(0);
    this.#expected = null;
    this.#resolve({ status, body });
  }
}

/** The headers that the site's pages send with a call that changes something, with a new idempotency key each time. */
export function siteHeaders(token: string): Record<string, string> {
  return {
    cookie: `landfall=${token}`,
    'x-client': 'web',
    'sec-fetch-site': 'same-origin',
    'idempotency-key': randomBytes(16).toString('hex'),
    'accept-encoding': 'br',
  };
}

/** Writes a request as the raw text of HTTP/1.1. */
export function writeRequest(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const length = body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(([name, text]) => `${name}: ${text}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
