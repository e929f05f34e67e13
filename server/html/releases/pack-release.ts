import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ReleaseFiles } from '../../db/schema/release.ts';
import type { WholeFile } from '../../providers/blobs/blobs.ts';

const compressedName = /\.(br|gz)$/;

/**
 * Paths of the files with a hash in their name in a client build. They are sorted, so that packing the same release
 * again gives the same bytes.
 */
async function listAssets(clientDir: string): Promise<string[]> {
  const found = await readdir(join(clientDir, 'assets'), { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.map((path) => relative(clientDir, path).replaceAll('\\', '/')).sort();
}

/**
 * The id of a client build: a hash of the names of its files, which contain hashes of their contents. A build that
 * changes only the staff console is another release too.
 */
export async function releaseOf(clientDir: string): Promise<string> {
  if (!existsSync(join(clientDir, 'assets'))) return 'development';
  const names = (await listAssets(clientDir)).filter((name) => !compressedName.test(name));
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}

/**
 * Concatenates the hashed files of a client build, a few megabytes in total, and returns the position of each. If a
 * file has a Brotli version, that version is packed instead.
 */
export async function packRelease(clientDir: string): Promise<{ files: ReleaseFiles; content: Buffer }> {
  const names = await listAssets(clientDir);
  const known = new Set(names);
  const files: ReleaseFiles = {};
  const contents: Buffer[] = [];
  let first = 0;
  for (const name of names.filter((one) => !compressedName.test(one))) {
    const isBrotli = known.has(`${name}.br`);
    const content = await readFile(join(clientDir, isBrotli ? `${name}.br` : name));
    files[name] = [first, content.length, isBrotli];
    contents.push(content);
    first += content.length;
  }
  return { files, content: Buffer.concat(contents) };
}

/**
 * Writes a packed release to a temporary file at `path`, and returns the description of this file that the file store
 * requires.
 */
export async function writeTemporaryFile(content: Buffer, path: string): Promise<WholeFile> {
  await writeFile(path, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  return { path, bytes: content.length, sha256, mediaType: 'application/octet-stream' };
}
