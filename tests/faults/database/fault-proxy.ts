import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplyReader } from './reply-reader.ts';
import { StatementReader } from './statement-reader.ts';

/**
 * A fault that a test plans for the proxy. `at`: the number of the SQL statement, counted from now on, or the next
 * COMMIT. `side`: the proxy breaks the connection `before` PostgreSQL receives the statement, or `after` PostgreSQL has
 * executed it, so that only the reply is lost. `slow`: delay the statement by this many milliseconds instead of
 * breaking the connection.
 */
export type Break = { at: number | 'commit'; side: 'before' | 'after'; slow?: number; onBreak?: () => void };

/** One direction of a connection through the proxy. A pause delays all bytes and keeps their order. */
class PausableStream {
  readonly #far: Socket;
  #waiting: Buffer[] | null = null;

  constructor(far: Socket) {
    this.#far = far;
  }

  pause(milliseconds: number): void {
    this.#waiting ??= [];
    setTimeout(() => {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      for (const bytes of waiting) this.#far.write(bytes);
    }, milliseconds);
  }

  write(bytes: Buffer): void {
    if (this.#waiting) this.#waiting.push(bytes);
    else this.#far.write(bytes);
  }
}

/** A proxy between a server under test and PostgreSQL. A test tells the proxy when to break a connection. */
export class FaultProxy {
  readonly url: string;
  readonly #upstream: { host: string; port: number };
  readonly #folder: string;
  readonly #server = createServer((socket) => this.#connect(socket));
  readonly #pairs = new Map<Socket, Socket>();
  readonly #everUsed = new Set<number>();
  #armed: Break | null = null;
  #counted = 0;

  private constructor(upstreamUrl: string, folder: string) {
    const { username, password, pathname, hostname, port } = new URL(upstreamUrl);
    this.#upstream = { host: hostname, port: Number(port) };
    this.#folder = folder;
    // Listen on a Unix socket: it needs no free port and adds almost no latency.
    this.url = `postgres://${username}:${password}@${encodeURIComponent(folder)}:5432${pathname}`;
  }

  static async open(upstreamUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstreamUrl, await mkdtemp(join(tmpdir(), 'landfall-proxy-')));
    await new Promise<void>((resolve) => proxy.#server.listen(join(proxy.#folder, '.s.PGSQL.5432'), resolve));
    return proxy;
  }

  arm(broken: Break | null): void {
    this.#armed = broken;
    this.#counted = 0;
  }

  /** The client ports, as PostgreSQL sees them, of the connections that are open now. */
  get ports(): number[] {
    return [...this.#pairs.values()].flatMap(({ localPort }) => localPort ?? []);
  }

  /** The client ports of connections that were broken or closed. PostgreSQL may not have noticed that yet. */
  get lostPorts(): number[] {
    const open = this.ports;
    return [...this.#everUsed].filter((port) => !open.includes(port));
  }

  /** Breaks every open connection; new connections can still be opened. */
  loseAll(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  /** Breaks every connection and stops the proxy, which then accepts no new connections. */
  async close(): Promise<void> {
    this.#server.close();
    this.loseAll();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #isHit(text: string): Break | null {
    const armed = this.#armed;
    if (!armed) return null;
    this.#counted += 1;
    if (armed.at === 'commit' ? text !== 'commit' : this.#counted < armed.at) return null;
    this.#armed = null;
    return armed;
  }

  #connect(near: Socket): void {
    const far = dial(this.#upstream.port, this.#upstream.host);
    far.setNoDelay(true);
    this.#pairs.set(near, far);
    far.once('connect', () => void (far.localPort && this.#everUsed.add(far.localPort)));
    const stream = new PausableStream(far);
    const replies = new ReplyReader();
    let lost: Break | null = null;
    const end = () => {
      this.#pairs.delete(near);
      near.destroy();
      far.destroy();
    };
    const lose = (broken: Break) => {
      end();
      broken.onBreak?.();
    };
    const reader = new StatementReader((bytes, text) => {
      const hit = text === null ? null : this.#isHit(text);
      if (text !== null) replies.expect();
      if (hit?.slow) stream.pause(hit.slow);
      else if (hit?.side === 'before') return lose(hit);
      else if (hit) replies.mark();
      lost = hit?.side === 'after' && !hit.slow ? hit : lost;
      stream.write(bytes);
    });
    near.on('data', (chunk: Buffer) => reader.read(chunk));
    far.on('data', (chunk: Buffer) => {
      const isDone = replies.read(chunk);
      if (!lost) near.write(chunk);
      else if (isDone) lose(lost);
    });
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  }
}
