import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { SetupError, seconds } from './stage.mjs';

/** How long a download of programs may take, in milliseconds, before it is given up. */
export const downloadTimeoutMs = 15 * 60_000;

/** The project's root folder. */
export const root = join(import.meta.dirname, '..');

/** The Node that the project pins, from npm's package `node`. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The signals that are forwarded to the program in the foreground.
 * @type {NodeJS.Signals[]}
 */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Signals that arrive within this many milliseconds of each other count as one request to stop. */
const SAME_SIGNAL_MS = 500;

/**
 * The environment variables of this process and those in `more`, with the pinned Node first on the PATH. Node also gets
 * a folder for its compile cache, which halves the start time of a program that has run before.
 * @param {NodeJS.ProcessEnv} more
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(more = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const compileCache = join(root, 'node_modules', '.cache', 'node');
  return { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...more };
}

/** The PATH without our node_modules: npm must not run on the Node that it is about to replace. */
export function systemPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.startsWith(join(root, 'node_modules'))).join(delimiter);
}

/**
 * Returns the lines of a text, with `…` in place of the middle if there are more than 24 lines.
 * @param {string} text
 */
function abridged(text) {
  const lines = text.trim().split('\n');
  return lines.length <= 24 ? lines : [...lines.slice(0, 12), '…', ...lines.slice(-12)];
}

/**
 * Runs a program silently and returns its output. If it fails, throws a SetupError with the abridged output; its `said`
 * has the whole output. With `timeout`, the program is ended after this many milliseconds.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Pick<import('node:child_process').SpawnOptions, 'cwd' | 'env' | 'shell' | 'timeout'>} options
 * @returns {Promise<string>}
 */
export async function runQuietly(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  let end = 'failed';
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(1);
    });
    child.once('exit', (_, signal) => {
      if (!signal) return;
      const isLate = options.timeout !== undefined && signal === 'SIGTERM';
      end = isLate ? `did not end within ${seconds(options.timeout ?? 0)}` : `was ended by ${signal}`;
      // Programs that the ended program has started may still run and hold its output open. Do not wait for them.
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.once('close', resolve);
  });
  if (code !== 0) {
    const error = new SetupError([...abridged(said), `${file} ${args.join(' ')} ${end}`].join('\n'));
    throw Object.assign(error, { said });
  }
  return said;
}

/**
 * Copies the output of a program to the terminal, with `label` before each line.
 * @param {import('node:stream').Readable | null} stream
 * @param {string} label
 * @param {NodeJS.WritableStream} target
 */
async function copyLabelled(stream, label, target) {
  if (!stream) return;
  for await (const line of createInterface({ input: stream })) target.write(`${label.padEnd(4)} │ ${line}\n`);
}

/**
 * Runs a program in the foreground and returns its exit code. Forwards a stop signal to it and waits for its end.
 * `label`: printed before each line of the program, for programs that run side by side.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ label?: string | undefined, cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export async function runInForeground(file, args, { label, ...options } = {}) {
  // `detached` gives the program its own process group: Ctrl-C reaches only this process, which forwards it exactly
  // once.
  const output = label ? 'pipe' : 'inherit';
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    ...options,
  });
  const copied = label
    ? Promise.all([
        copyLabelled(child.stdout, label, process.stdout),
        copyLabelled(child.stderr, label, process.stderr),
      ])
    : Promise.resolve();
  let forwardedAt = Number.NEGATIVE_INFINITY;
  /**
   * Ctrl-C sends two signals to this process, one from the terminal and one from npm. Forward only the first, because a
   * second signal makes the server end at once.
   * @param {NodeJS.Signals} signal
   */
  const forward = (signal) => {
    if (performance.now() - forwardedAt < SAME_SIGNAL_MS) return;
    forwardedAt = performance.now();
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
    });
    await copied;
    return code;
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
