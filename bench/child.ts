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
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const port = addressLine.exec(printed)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with code ${code}:\n${printed}`)),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Runs one of the project's scripts on a free port, until it says that it listens. */
export async function startChild(args: string[], variables: Record<string, string> = {}): Promise<Child> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', ...variables };
  const child = spawn(process.execPath, args, { cwd: root, env });
  const port = await waitForPort(child);
  return { pid: child.pid ?? -1, port, stop: () => end(child) };
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
  return answer?.status === 200;
}

/** Starts the server and answers the milliseconds from there to the first good answer of `/api/health`. */
export async function timeStart(
  port: number,
  variables: Record<string, string>,
): Promise<{ ms: number; child: Child }> {
  const begun = performance.now();
  const starting = startChild(serverCommand, { ...variables, PORT: String(port) });
  let ms = 0;
  const asking = (async () => {
    while (!(await isHealthy(port))) await pause(5);
    ms = performance.now() - begun;
  })();
  const child = await starting;
  await asking;
  return { ms, child };
}
