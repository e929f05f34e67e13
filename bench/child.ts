import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverCommand } from '../setup/server-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const addressLine = /listening … http:\/\/[^:]+:(\d+)/;

export type Child = { pid: number; port: number; stop(): Promise<void> };

function waitForPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const port = addressLine.exec(printed)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnargs.join(' ')} exited with code ${code}:\n${printed}`)),
    );
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/**
 * Starts one of the project's scripts on a free port and waits until the script prints the port on which it listens.
 */
export async function startChild(args: string[], variables: Record<string, string> = {}): Promise<Child> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', ...variables };
  const child = spawn(process.execPath, args, { cwd: root, env });
  const port = await waitForPort(child);
  return { pid: child.pid ?? -1, port, stop: () => stop(child) };
}

async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
  return response?.status === 200;
}

/** Starts the server and measures the milliseconds until `/api/health` first returns 200. */
export async function timeStart(
  port: number,
  variables: Record<string, string>,
): Promise<{ ms: number; child: Child }> {
  const begun = performance.now();
  const starting = startChild(serverCommand, { ...variables, PORT: String(port) });
  let ms = 0;
  const polling = (async () => {
    while (!(await isHealthy(port))) await pause(5);
    ms = performance.now() - begun;
  })();
  const child = await starting;
  await polling;
  return { ms, child };
}
