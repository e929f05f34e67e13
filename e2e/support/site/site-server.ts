import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeScratchFolder } from '../../../tests/support/scratch-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * Rate limits that are raised, because all students of the journeys have the same IP address. The real limits are
 * tested in tests/server.
 */
const highLimits = Object.fromEntries(
  ['READ', 'WRITE', 'ORDER', 'FORM', 'TELEMETRY', 'LOOKUP', 'CONTACT', 'SIGN_IN', 'CODE'].map((rate) => [
    `RATE_${rate}`,
    '1000000',
  ]),
);
const addressLine = /listening … (http:\/\/\S+)/;

export type SiteServer = {
  url: string;
  port: number;
  pid: number;
  /** Folder of the server's database and files. */
  dataDir: string;
  /** Stops the server process and waits until it has exited. The database and files remain. */
  stop(): Promise<void>;
  /**
   * Starts the server again with the same data and port, unless it is still running. `folder`: folder of another build,
   * which the server then serves, as after a deployment.
   */
  restart(folder?: string): Promise<void>;
  /** Runs a staff command on the server's data. @returns what the command printed */
  command(...words: string[]): Promise<string>;
  /** Stops the server and deletes its data. */
  dispose(): Promise<void>;
};

function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = addressLine.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}:\n${printed}`)));
  });
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function stopProcess(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Returns a port of 127.0.0.1 on which nothing listens at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/**
 * Copies a data folder. PostgreSQL gets a new port in the copy, so that several copies can start at the same moment.
 */
async function copyTemplate(template: string, dataDir: string): Promise<void> {
  // Copy with `cp -a`, which preserves the owner of PostgreSQL's files. If the tests run as root, the files belong to
  // another user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  const path = join(dataDir, 'postgres.json');
  const settings = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...settings, port: await findFreePort() }));
}

/**
 * Starts the built site on a free port with its own database. If the test run has prepared a database
 * (`SITE_TEMPLATE`), the site gets a copy of it.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<SiteServer> {
  // Make the server stop at once instead of waiting for open connections: journeys stop it to simulate a lost
  // connection.
  const variables = { ...highLimits, HOLDS_PER_ADDRESS: '100', SHUTDOWN_TIMEOUT: '1', ...settings };
  const dataDir = await makeScratchFolder('landfall-site-');
  if (process.env.SITE_TEMPLATE) await copyTemplate(process.env.SITE_TEMPLATE, dataDir);
  const launch = async (port: number, folder = root) => {
    const child = spawn(join(root, 'node_modules/.bin/node'), ['server/main.ts'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), ...variables },
    });
    const address = await waitForAddress(child);
    return { child, port: Number(new URL(address).port) };
  };
  let running = await launch(0);
  const stop = () => stopProcess(running.child);
  return {
    url: `http://localhost:${running.port}`,
    port: running.port,
    dataDir,
    get pid() {
      return running.child.pid ?? -1;
    },
    stop,
    restart: async (folder) => {
      if (hasExited(running.child)) running = await launch(running.port, folder);
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
