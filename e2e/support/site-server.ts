import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const addressLine = /listening … (http:\/\/\S+)/;

export type SiteServer = {
  url: string;
  port: number;
  pid: number;
  /** Folder of its database. */
  dataDir: string;
  /** Ends the process and waits until it is gone; its data stays. */
  stop(): Promise<void>;
  /** Starts it again on the same data and port, unless it runs; from another folder a build of its own (a deploy). */
  restart(folder?: string): Promise<void>;
  /** Starts it as on the first day: on a new database, at the same address. */
  renew(): Promise<void>;
  /** Runs a staff command beside it; answers what it prints. */
  command(...words: string[]): Promise<string>;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
};

function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = addressLine.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}:\n${printed}`)));
  });
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** The built site on a free port with a database of its own, ended by its process id. */
export async function startSite(variables: Record<string, string> = {}): Promise<SiteServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'landfall-site-'));
  const launch = async (port: number, folder = root) => {
    const child = spawn(join(root, 'node_modules/.bin/node'), ['server/main.ts'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), ...variables },
    });
    const address = await waitForAddress(child);
    return { child, port: Number(new URL(address).port) };
  };
  let running = await launch(0);
  const stop = () => endProcess(running.child);
  return {
    url: `http://localhost:${running.port}`,
    port: running.port,
    dataDir,
    get pid() {
      return running.child.pid ?? -1;
    },
    stop,
    restart: async (folder) => {
      if (hasEnded(running.child)) running = await launch(running.port, folder);
    },
    renew: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
      await mkdir(dataDir);
      running = await launch(running.port);
    },
    command: async (...words) => {
      const program = [join(root, 'server/cli/landfall.ts'), ...words];
      const env = { ...process.env, DATA_DIR: dataDir, ...variables };
      return (await promisify(execFile)(join(root, 'node_modules/.bin/node'), program, { cwd: root, env })).stdout;
    },
    dispose: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
