import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const portalPage = '<!doctype html><title>Ship Wi-Fi</title><h1>Sign in to the ship’s Wi-Fi</h1>';
const foreignHeaders = (body: string) =>
  `content-type: text/html\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
/**
 * Responses that do not come from our server: the sign-in page or redirect of a captive portal, and the error page of a
 * load balancer that cannot reach the server.
 */
const foreignResponses = {
  page: `HTTP/1.1 200 OK\r\n${foreignHeaders(portalPage)}`,
  redirect: `HTTP/1.1 302 Found\r\nlocation: https://portal.invalid/sign-in\r\n${foreignHeaders('')}`,
  badGateway: `HTTP/1.1 502 Bad Gateway\r\n${foreignHeaders('<h1>502 Bad Gateway</h1>')}`,
};
type ForeignResponse = keyof typeof foreignResponses;

/** The state of the network between browser and server. */
type Mode =
  /** Passes everything on. */
  | 'open'
  /** Refuses connections. */
  | 'cut'
  /** Accepts connections and drops all bytes. */
  | 'blackHole'
  /** The proxy itself responds to everything, as a captive portal does. */
  | 'portal';

/** The moment at which a call fails. */
export const callFailures = [
  // Before the request reaches the server.
  'before',
  // After the server has received the request, but before it responds.
  'after',
  // In the middle of the response.
  'truncated',
] as const;
export type CallFailure = (typeof callFailures)[number];

export type NetworkProxy = {
  /** Origin of this proxy. The browser must use it instead of the server’s origin. */
  origin: string;
  cut: () => Promise<void>;
  blackHole: () => void;
  /** From now on the proxy itself responds to every request; by default with status 200 and a sign-in page. */
  portal: (response?: ForeignResponse) => void;
  /** Delays all data by this many milliseconds, in both directions. */
  delay: (milliseconds: number) => void;
  /** Limits the speed from the server to the browser, for all connections together. */
  limit: (bytesPerSecond: number) => void;
  /**
   * Makes the next calls of these kinds fail: adding to the cart, removing from it, submitting a form, setting results
   * of a roster. `failures` says, in order, how each of these calls fails.
   */
  failCalls: (failures: readonly CallFailure[]) => void;
  /** Opens the network again and ends all delays, limits and failures. */
  restore: () => Promise<void>;
  /**
   * The requests of the browser in order. `line`: method and path. `at`: when it arrived, in milliseconds since the
   * epoch.
   */
  requests: Array<{ line: string; at: number }>;
  /** Returns the number of bytes that the server has sent so far. */
  receivedBytes: () => number;
  close: () => Promise<void>;
};

const requestLine = /^(?:GET|POST|PUT|DELETE|HEAD) \S+/;
const isChange = /^(?:(?:POST|DELETE) \/api\/(?:cart|submissions)|PUT \/api\/staff\/rosters)/;

/** Makes a call fail by ending the proxy's connections to the browser and to the server. */
function failCall(failure: CallFailure, browser: Socket, server: Socket): void {
  if (failure === 'before') {
    server.destroy();
    browser.resetAndDestroy();
    return;
  }
  server.removeAllListeners('data');
  server.once('data', (response: Buffer) => {
    if (failure === 'after') {
      browser.resetAndDestroy();
      server.destroy();
      return;
    }
    const bodyStart = response.indexOf('\r\n\r\n') + 4;
    const half = Math.floor((bodyStart + response.length) / 2);
    // End the connection normally instead of resetting it, so that the browser receives the first half of the response.
    browser.end(response.subarray(0, half), () => server.destroy());
  });
}

/**
 * Opens a proxy in front of a server on this computer. Unlike Playwright's `setOffline`, the proxy also affects the
 * requests of a service worker.
 */
export async function openNetworkProxy(targetPort: number): Promise<NetworkProxy> {
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  let foreignResponse: ForeignResponse = 'page';
  let delay = 0;
  let rate = Number.POSITIVE_INFINITY;
  let lineFreeAt = 0;
  let nextFailures: CallFailure[] = [];
  let receivedBytes = 0;
  const requests: NetworkProxy['requests'] = [];

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Errors are expected, because this proxy resets connections on purpose.
    socket.on('error', () => socket.destroy());
  }
  /**
   * Returns the milliseconds until a chunk of this size arrives. All connections share the limited speed, so earlier
   * chunks must arrive first.
   */
  function travelTime(bytes: number): number {
    const now = performance.now();
    lineFreeAt = Math.max(now, lineFreeAt) + (bytes / rate) * 1000;
    return delay + lineFreeAt - now;
  }
  function pass(from: Socket, to: Socket, isLimited: boolean): void {
    let arrivesAt = 0;
    const after = (wait: number, work: () => void) => {
      arrivesAt = Math.max(arrivesAt, performance.now() + wait);
      const left = arrivesAt - performance.now();
      if (left < 1) work();
      else setTimeout(work, left);
    };
    from.on('data', (chunk) => {
      if (mode !== 'open') return;
      after(isLimited ? travelTime(chunk.length) : delay, () => to.writable && to.write(chunk));
    });
    from.on('close', () => after(delay, () => to.destroy()));
  }
  function dropConnections(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  const listener = createServer((browser) => {
    track(browser);
    browser.on('data', (chunk: Buffer) => {
      const line = requestLine.exec(chunk.toString('latin1'))?.[0];
      if (line) requests.push({ line, at: Date.now() });
    });
    if (mode === 'portal') browser.once('data', () => browser.end(foreignResponses[foreignResponse]));
    if (mode !== 'open') return;
    const server = connect(targetPort, '127.0.0.1');
    track(server);
    server.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
    });
    pass(browser, server, false);
    pass(server, browser, true);
    browser.prependListener('data', (chunk: Buffer) => {
      const failure = isChange.test(chunk.toString('latin1')) ? nextFailures.shift() : undefined;
      if (failure) failCall(failure, browser, server);
    });
  });
  async function listen(port: number): Promise<number> {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    if (!listener.listening) return;
    const stopped = once(listener, 'close');
    listener.close();
    dropConnections();
    await stopped;
  }
  function switchTo(next: Mode): void {
    mode = next;
    // Drop open connections, which would otherwise continue in the previous mode. In the mode `blackHole` they stay
    // open, but their bytes are dropped.
    if (next !== 'blackHole') dropConnections();
  }

  const port = await listen(0);
  return {
    origin: `http://localhost:${port}`,
    async cut() {
      mode = 'cut';
      await stop();
    },
    blackHole: () => switchTo('blackHole'),
    portal(response = 'page') {
      foreignResponse = response;
      switchTo('portal');
    },
    delay(milliseconds) {
      delay = milliseconds;
    },
    limit(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    failCalls(failures) {
      nextFailures = [...failures];
    },
    async restore() {
      nextFailures = [];
      delay = 0;
      rate = Number.POSITIVE_INFINITY;
      lineFreeAt = 0;
      switchTo('open');
      if (!listener.listening) await listen(port);
    },
    requests,
    receivedBytes: () => receivedBytes,
    close: stop,
  };
}
