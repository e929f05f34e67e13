import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplyReader } from './reply-reader.ts';
import { StatementReader } from './statement-reader.ts';

/**
 * Where a connection breaks: at the `at`-th statement from now on, or at the next COMMIT; `before` PostgreSQL hears it
 * or `after` it has done it, its reply lost. `slow` keeps the statement back for so many milliseconds instead.
 */
export type Break = { at: number | 'commit'; side: 'before' | 'after'; slow?: number; onBreak?: () => void };

/** What waits behind a pause comes after it, as on every wire. */
class OneLane {
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

/** The wire between one app and PostgreSQL, broken where a test says; the app and its driver are the real ones. */
export class FaultLine {
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
    // A socket of the file system: no port to take, and as fast as none between.
    this.url = `postgres://${username}:${password}@${encodeURIComponent(folder)}:5432${pathname}`;
  }

  static async open(upstreamUrl: string): Promise<FaultLine> {
    const line = new FaultLine(upstreamUrl, await mkdtemp(join(tmpdir(), 'landfall-line-')));
    await new Promise<void>((resolve) => line.#server.listen(join(line.#folder, '.s.PGSQL.5432'), resolve));
    return line;
  }

  arm(broken: Break | null): void {
    this.#armed = broken;
    this.#counted = 0;
  }

  /** Ports of this machine that PostgreSQL sees the open connections come from. */
  get ports(): number[] {
    return [...this.#pairs.values()].flatMap(({ localPort }) => localPort ?? []);
  }

  /** Ports whose connections are lost or closed; PostgreSQL may not have heard of it yet. */
  get lostPorts(): number[] {
    const open = this.ports;
    return [...this.#everUsed].filter((port) => !open.includes(port));
  }

  /** Every connection is lost at once; new ones may be made. */
  loseAll(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  /** The end of the line: nothing passes ever again. */
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
    const lane = new OneLane(far);
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
      if (hit?.slow) lane.pause(hit.slow);
      else if (hit?.side === 'before') return lose(hit);
      else if (hit) replies.mark();
      lost = hit?.side === 'after' && !hit.slow ? hit : lost;
      lane.write(bytes);
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
