import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { SetupError } from './stage.mjs';

/** The project's root folder. */
export const root = join(import.meta.dirname, '..');

/** Node as the project pins it: npm package `node`. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The environment with the pinned Node first on the path, and `more` on top. */
export function environment(more = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ...more };
}

/** The machine's own path: npm must not run on the Node that it is about to replace. */
export function systemPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.startsWith(join(root, 'node_modules'))).join(delimiter);
}

function abridged(text) {
  const lines = text.trim().split('\n');
  return lines.length <= 24 ? lines : [...lines.slice(0, 12), '…', ...lines.slice(-12)];
}

/** Runs a program unseen and answers what it said; SetupError with that, abridged, and `said` whole when it fails. */
export async function runQuietly(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) {
    const error = new SetupError([...abridged(said), `${file} ${args.join(' ')} failed`].join('\n'));
    throw Object.assign(error, { said });
  }
  return said;
}

/** Runs a program in the foreground and answers its exit code; asked to stop, it asks the program once and waits for it. */
export async function runInForeground(file, args, options = {}) {
  // A group of its own: Ctrl-C reaches this process only, and so the program exactly once.
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    ...options,
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
