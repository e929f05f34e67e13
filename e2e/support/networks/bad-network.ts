import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificates } from './certificates.ts';

/** The properties of a slow link. `bytesPerSecond`: the speed from the server to the browser. */
type Pace = {
  roundTripMs: number;
  bytesPerSecond: number;
  /**
   * The share of packets that are lost, from 0 to 1. A lost packet arrives one round trip later, because it is sent
   * again.
   */
  loss: number;
  /**
   * The link transmits nothing during the first `gapMs` of every `periodMs`. The periods are counted from the moment at
   * which the network became slow.
   */
  gaps?: { gapMs: number; periodMs: number };
};

/** What is wrong with the network. */
export type Fault =
  /** Everything arrives, but slowly. */
  | ({ kind: 'slow' } & Pace)
  /** The connection ends in the middle of every response body of this type. */
  | { kind: 'cut'; body: 'any' | 'json' | 'script' | 'picture' }
  /** A captive portal responds to everything: with its own page (status 200), or with a redirect to another origin. */
  | { kind: 'portal'; by: 'page' | 'redirect' }
  /**
   * `silent`: connections are accepted, but there is no response.
   * `refused`: connections are reset.
   * `outdated`: the certificate that the browser gets has expired.
   */
  | { kind: 'silent' | 'refused' | 'outdated' };

export type BadNetwork = {
  /** Origin of the proxy that simulates the network. The browser must use it instead of the site's origin. */
  origin: string;
  /** Makes the network bad. Closes open connections unless the fault is `slow`. */
  fail: (fault: Fault) => void;
  restore: () => void;
  /** The requests that have reached the site since the last call of `fail`, each as method and path. */
  delivered: string[];
  close: () => Promise<void>;
};

const packetBytes = 1400;
const portalHost = '127.0.0.1';
const portalPage = '<!doctype html><title>Port Wi-Fi</title><h1>Accept the terms of the port’s Wi-Fi</h1>';
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];
const bodyTypes = {
  any: /./,
  json: /^application\/json/,
  script: /^(?:text|application)\/javascript/,
  picture: /^image\//,
};

const endToEnd = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));

/**
 * Simulates a slow link with the properties `pace`. All requests share the link. `random`: returns numbers from 0 to 1,
 * which decide which packets are lost.
 */
function openLine(pace: Pace, random: () => number) {
  const openedAt = performance.now();
  let freeAt = openedAt;
  /** Returns the time `at` or, if the link transmits nothing at that time, the time at which it transmits again. */
  const afterGap = (at: number) => {
    if (!pace.gaps) return at;
    const into = (at - openedAt) % pace.gaps.periodMs;
    return into < pace.gaps.gapMs ? at - into + pace.gaps.gapMs : at;
  };
  return {
    /** Waits as long as the link needs to deliver a message of this size. */
    async send(bytes: number): Promise<void> {
      const packets = Array.from({ length: Math.ceil(bytes / packetBytes) }, () => random() < pace.loss);
      const again = packets.filter(Boolean).length * pace.roundTripMs;
      freeAt = afterGap(Math.max(performance.now(), freeAt)) + (bytes / pace.bytesPerSecond) * 1000;
      await wait(Math.max(0, afterGap(freeAt) + pace.roundTripMs / 2 + again - performance.now()));
    },
  };
}

/**
 * Returns a random number generator (mulberry32) that returns the same numbers again for the same seed, so that the
 * same packets are lost.
 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sends the first half of a response, then ends the connection. */
function sendHalf(to: ServerResponse, body: Buffer): void {
  const { socket } = to;
  to.setHeader('content-length', body.length);
  to.write(body.subarray(0, Math.floor(body.length / 2)), () => socket?.end());
}

/**
 * Opens a TLS proxy that can simulate a bad network, in front of a site on this machine. Unlike with Playwright's
 * routes, the requests of the service worker go through the proxy too.
 */
export async function openBadNetwork(sitePort: number, certificates: Certificates, seed: number): Promise<BadNetwork> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const delivered: string[] = [];
  let fault: Fault | null = null;
  let line: ReturnType<typeof openLine> | null = null;

  const askSite = (incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
      delivered.push(`${incoming.method} ${incoming.url}`);
      const length = body.length > 0 && { 'content-length': body.length };
      const headers = { ...endToEnd(incoming.headers), ...length, 'x-forwarded-proto': 'https' };
      const { method, url: path } = incoming;
      const options = { agent, host: '127.0.0.1', port: sitePort, method, path, headers };
      const outgoing = request(options, (answer) =>
        buffer(answer).then((whole) => resolve({ answer, body: whole }), reject),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  function answerAsPortal(by: 'page' | 'redirect', incoming: IncomingMessage, outgoing: ServerResponse): void {
    const isElsewhere = incoming.headers.host?.startsWith(portalHost);
    if (by === 'page' || isElsewhere) outgoing.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
    else outgoing.writeHead(302, { location: `https://${portalHost}:${port()}/portal` }).end();
  }

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const current = fault;
    if (current?.kind === 'silent') return;
    if (current?.kind === 'portal') return answerAsPortal(current.by, incoming, outgoing);
    const sent = await buffer(incoming);
    await line?.send(sent.length + 500);
    const { answer, body } = await askSite(incoming, sent);
    // The network has changed since this request started, so its response is lost.
    if (fault !== current) return void outgoing.socket?.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    const type = String(answer.headers['content-type'] ?? '');
    if (current?.kind === 'cut' && body.length > 1 && bodyTypes[current.body].test(type))
      return sendHalf(outgoing, body);
    if (!line) return void outgoing.end(body);
    for (let sentBytes = 0; sentBytes < body.length; sentBytes += 16_384) {
      const piece = body.subarray(sentBytes, sentBytes + 16_384);
      await line.send(piece.length);
      outgoing.write(piece);
    }
    outgoing.end();
  }

  const server = createServer({ ...certificates.valid }, (incoming, outgoing) => {
    carry(incoming, outgoing).catch(() => outgoing.socket?.destroy());
  });
  const port = () => (server.address() as AddressInfo).port;
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    if (fault?.kind === 'refused') return void socket.resetAndDestroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  function switchTo(next: Fault | null): void {
    fault = next;
    line = next?.kind === 'slow' ? openLine(next, randomFrom(seed)) : null;
    server.setSecureContext(next?.kind === 'outdated' ? certificates.outdated : certificates.valid);
    // When the network becomes slow, open connections continue. Every other change of the network closes them.
    if (next?.kind !== 'slow') for (const socket of sockets) socket.destroy();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://localhost:${port()}`,
    fail(next) {
      delivered.length = 0;
      switchTo(next);
    },
    restore: () => switchTo(null),
    delivered,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
