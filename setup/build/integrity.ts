import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The integrity hash of a file. A browser that requests the file with this hash rejects any other content. */
export async function integrityOf(path: string): Promise<string> {
  return `sha256-${createHash('sha256')
    .update(await readFile(path))
    .digest('base64')}`;
}

/**
 * Files that get an integrity hash: their names contain no hash, and the server sends them exactly as they were built.
 * The web app manifest is not among them, because the server adds the academy's names to it.
 */
const checkedFiles = ['shell.html', 'color-scheme.js'];

/**
 * Adds the integrity hashes of the shell and its script to the list of files that the service worker stores. Without
 * the hashes, the worker could store files of another release, which a server may send during an upgrade.
 */
export async function addIntegrity<Entry extends { url: string }>(
  clientDir: string,
  entries: Entry[],
): Promise<{ manifest: Array<Entry & { integrity?: string }> }> {
  const add = async (entry: Entry) =>
    checkedFiles.includes(entry.url) ? { ...entry, integrity: await integrityOf(join(clientDir, entry.url)) } : entry;
  return { manifest: await Promise.all(entries.map(add)) };
}
