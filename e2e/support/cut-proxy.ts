import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const portalPage = '<!doctype html><title>Ship Wi-Fi</title><h1>Sign in to the ship’s Wi-Fi</h1>';
const portalAnswer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${Buffer.byteLength(portalPage)}\r\nconnection: close\r\n\r\n${portalPage}`;

/**
 * The network between browser and server. `open`: passes everything. `cut`: connections are refused. `hole`: bytes vanish.
 * `portal`: somebody else answers 200 with a page.
 */
type Mode = 'open' | 'cut' | 'hole' | 'portal';

/** How one call of the product breaks off: `before` it reaches the server, `after` that without an answer, or half-way through its answer. */
export const breaks = ['before', 'after', 'truncated'] as const;
export type Break = (typeof breaks)[number];

export type CutProxy = {
  /** Origin that the browser uses instead of the server's. */
  origin: string;
  cut: () => Promise<void>;
  blackHole: () => void;
  portal: () => void;
  /** Holds every piece back for so many milliseconds, each way. */
  delay: (milliseconds: number) => void;
  /** Lets so many bytes a second through from the server, over all connections. */
  limit: (bytesPerSecond: number) => void;
  /** The next calls that change something break off like this, one after the other, until `restore`. */
  breaksCalls: (how: readonly Break[]) => void;
  restore: () => Promise<void>;
  /** What came from the browser, each call by its first line and when (ms since the epoch). */
  asked: Array<{ line: string; at: number }>;
  close: () => Promise<void>;
};

const requestLine = /^(?:GET|POST|PUT|DELETE|HEAD) \S+/;
const isChange = /^(?:POST|DELETE) \/api\/(?:cart|submissions)/;

/**
 * Opens a proxy before a server of this machine. Playwright's own `setOffline` does not reach the requests of a service
 * worker; a network that is really gone does.
 */
export async function openCutProxy(targetPort: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  let delay = 0;
  let rate = Number.POSITIVE_INFINITY;
  let lineFreeAt = 0;
  let awaited: Break[] = [];
  const asked: CutProxy['asked'] = [];

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A reset is what this proxy is for.
    socket.on('error', () => socket.destroy());
  }
  /** How long a piece is on its way: it waits for those before it on the same line. */
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
    from.on('data', (piece) => {
      if (mode !== 'open') return;
      after(isLimited ? travelTime(piece.length) : delay, () => to.writable && to.write(piece));
    });
    from.on('close', () => after(delay, () => to.destroy()));
  }
  function dropConnections(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  function breakOff(how: Break, browser: Socket, server: Socket): void {
    if (how === 'before') {
      server.destroy();
      browser.resetAndDestroy();
      return;
    }
    server.removeAllListeners('data');
    server.once('data', (answer: Buffer) => {
      const bodyAt = answer.indexOf('\r\n\r\n') + 4;
      const half = Math.floor((bodyAt + answer.length) / 2);
      if (how === 'truncated')
        browser.write(answer.subarray(0, half), () => setTimeout(() => browser.resetAndDestroy(), 50));
      else browser.resetAndDestroy();
      server.destroy();
    });
  }

  const listener = createServer((browser) => {
    keep(browser);
    browser.on('data', (piece: Buffer) => {
      const line = requestLine.exec(piece.toString('latin1'))?.[0];
      if (line) asked.push({ line, at: Date.now() });
    });
    if (mode === 'portal') browser.once('data', () => browser.end(portalAnswer));
    if (mode !== 'open') return;
    const server = connect(targetPort, '127.0.0.1');
    keep(server);
    pass(browser, server, false);
    pass(server, browser, true);
    browser.prependListener('data', (piece: Buffer) => {
      const how = isChange.test(piece.toString('latin1')) ? awaited.shift() : undefined;
      if (how) breakOff(how, browser, server);
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
  function become(next: Mode): void {
    mode = next;
    // Connections of before would carry on as they were.
    if (next !== 'hole') dropConnections();
  }

  const port = await listen(0);
  return {
    origin: `http://localhost:${port}`,
    async cut() {
      mode = 'cut';
      await stop();
    },
    blackHole: () => become('hole'),
    portal: () => become('portal'),
    delay(milliseconds) {
      delay = milliseconds;
    },
    limit(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    breaksCalls(how) {
      awaited = [...how];
    },
    async restore() {
      awaited = [];
      delay = 0;
      rate = Number.POSITIVE_INFINITY;
      lineFreeAt = 0;
      become('open');
      if (!listener.listening) await listen(port);
    },
    asked,
    close: stop,
  };
}
