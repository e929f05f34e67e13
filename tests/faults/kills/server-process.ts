import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../server/db/embedded/port.ts';
import { root } from '../../repository/source-files.ts';
import { killHard } from '../../support/owner-process.ts';

const high = '1000000';
const limits = { RATE_READ: high, RATE_WRITE: high, RATE_ORDER: high, RATE_FORM: high, HOLDS_PER_ADDRESS: '100' };
const pollMs = 10;
const timeoutMs = 120_000;

/** A server process, started in the way `npm start` starts it, with the same URL after every restart. */
export class ServerProcess {
  readonly address: string;
  readonly #folder: string;
  readonly #env: Record<string, string | undefined>;
  #child: ChildProcess | undefined;
  #printed = '';

  private constructor(port: number, folder: string, variables: Record<string, string>) {
    this.#folder = folder;
    this.address = `http://127.0.0.1:${port}`;
    const own = { NODE_ENV: 'production', PORT: String(port), LOG_LEVEL: 'error' };
    this.#env = { ...process.env, ...own, ...limits, ...variables };
  }

  /**
   * `variables`: the environment variable that chooses the database, DATABASE_URL or DATA_DIR. `folder`: where the
   * program is. It may be the symbolic link to the current release, which each start resolves again.
   */
  static async create(variables: Record<string, string>, folder = root): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), folder, variables);
    onTestFinished(() => void server.#child?.kill('SIGKILL'));
    return server;
  }

  /** Starts the server and waits until its health check succeeds; returns how many milliseconds that took. */
  async start(): Promise<number> {
    const begun = performance.now();
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: this.#folder, env: this.#env });
    this.#child = child;
    this.#printed = '';
    const record = (chunk: Buffer) => {
      this.#printed += chunk;
    };
    child.stdout.on('data', record);
    child.stderr.on('data', record);
    await this.ready();
    return performance.now() - begun;
  }

  /** Waits until the server's health check succeeds. */
  async ready(): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const response = await fetch(`${this.address}/api/health`).catch(() => null);
      await response?.arrayBuffer().catch(() => {});
      if (response?.ok) return;
      if (this.#child?.exitCode != null) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    throw new Error(`the server is not ready: ${this.#printed.slice(-2000)}`);
  }

  /** Everything that the process has printed since it was last started. */
  get printed(): string {
    return this.#printed;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#child) await killHard(this.#child);
  }

  /** Waits until the process exits by itself; returns its exit code. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }
}
