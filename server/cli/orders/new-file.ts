import { open, rm } from 'node:fs/promises';
import { CommandError } from '../command/command-errors.ts';
import type { Print } from '../output/print.ts';

/**
 * Creates a file that only its owner can read, and lets `work` write it. Deletes the file again if `work` fails.
 * @throws CommandError if the file exists or cannot be created
 */
export async function writeNewFile<T>(path: string, work: (write: Print) => Promise<T>): Promise<T> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(
      code === 'EEXIST' ? `${path} is there already: name another file` : `${path} can't be written (${code})`,
    );
  });
  try {
    const result = await work(async (text) => void (await file.appendFile(text)));
    await file.close();
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}
