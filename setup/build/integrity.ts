import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The integrity of a file: a browser that gets it with a request rejects any other content. */
export async function integrityOf(path: string): Promise<string> {
  return `sha256-${createHash('sha256')
    .update(await readFile(path))
    .digest('base64')}`;
}

/**
 * Files of the service worker without a hash in their names that the server sends as the build wrote them. The web app
 * manifest is not among them: the server adds the academy's names to it.
 */
const checkedFiles = ['shell.html', 'color-scheme.js'];

/**
 * Adds the integrity of the shell and its script to the list of files that the service worker stores. During an
 * upgrade, a server of another release than the worker may send these files.
 */
export async function addIntegrity<Entry extends { url: string }>(
  clientDir: string,
  entries: Entry[],
): Promise<{ manifest: Array<Entry & { integrity?: string }> }> {
  const add = async (entry: Entry) =>
    checkedFiles.includes(entry.url) ? { ...entry, integrity: await integrityOf(join(clientDir, entry.url)) } : entry;
  return { manifest: await Promise.all(entries.map(add)) };
}
