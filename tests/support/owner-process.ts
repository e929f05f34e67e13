import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const PROGRAM = `
import { openConfiguredDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../server/db/open.ts'))};
try {
  await openConfiguredDatabase({ dataDir: process.argv[1] });
  console.log('ready');
} catch (error) {
  console.log(error.message);
  process.exit(1);
}`;

/**
 * Starts another process that opens the database in `dataDir`. `line` is the first line that the process prints:
 * ‘ready’, or its error message.
 */
export async function startOwner(dataDir: string): Promise<{ child: ChildProcess; line: string }> {
  const args = ['--input-type=module', '--eval', PROGRAM, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [chunk] = await once(child.stdout, 'data');
  return { child, line: String(chunk).trim() };
}

/** Kills a process as a crash would, and waits until it has exited. */
export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
