import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const portalPage = '<!doctype html><title>Ship Wi-Fi</title><h1>Sign in to the ship’s Wi-Fi</h1>';
const portalAnswer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${Buffer.byteLength(portalPage)}\r\nconnection: close\r\n\r\n${portalPage}`;

/**
 * The network between browser and server. `open`: passes everything. `cut`: connections are refused. `hole`: bytes vanish.
 * `portal`: somebody else answers 200 with a page.
 */
type Mode = 'open' | 'cut' | 'hole' | 'portal';

export type CutProxy = {
  /** Origin that the browser uses instead of the server's. */
  origin: string;
  cut: () => Promise<void>;
  blackHole: () => void;
  portal: () => void;
  /** Holds every piece back for so many milliseconds, each way. */
  delay: (milliseconds: number) => void;
  restore: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens a proxy before a server of this machine. Playwright's own `setOffline` does not reach the requests of a service
 * worker; a network that is really gone does.
 */
export async function openCutProxy(targetPort: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  let delay = 0;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A reset is what this proxy is for.
    socket.on('error', () => socket.destroy());
  }
  function pass(from: Socket, to: Socket): void {
    from.on('data', (piece) => {
      if (mode !== 'open') return;
      if (delay === 0) to.write(piece);
      else setTimeout(() => to.writable && to.write(piece), delay);
    });
    from.on('close', () => setTimeout(() => to.destroy(), delay));
  }
  function dropConnections(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  const listener = createServer((browser) => {
    keep(browser);
    if (mode === 'portal') browser.once('data', () => browser.end(portalAnswer));
    if (mode !== 'open') return;
    const server = connect(targetPort, '127.0.0.1');
    keep(server);
    pass(browser, server);
    pass(server, browser);
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
    async restore() {
      delay = 0;
      become('open');
      if (!listener.listening) await listen(port);
    },
    close: stop,
  };
}
