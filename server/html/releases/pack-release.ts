import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ReleaseFiles } from '../../db/schema/release.ts';
import type { WholeFile } from '../../providers/blobs/blobs.ts';

const compressedName = /\.(br|gz)$/;

/** Paths of a build's hashed files. They are sorted, so that packing a release again gives the same bytes. */
async function listAssets(clientDir: string): Promise<string[]> {
  const found = await readdir(join(clientDir, 'assets'), { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.map((path) => relative(clientDir, path).replaceAll('\\', '/')).sort();
}

/**
 * Concatenates a build's hashed files, a few megabytes in total, and returns their positions. If a file has a
 * compressed version, that version is packed instead.
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

/** Writes a packed release to a temporary file and describes it as the file store requires. */
export async function writeTemporaryFile(content: Buffer, path: string): Promise<WholeFile> {
  await writeFile(path, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  return { path, bytes: content.length, sha256, mediaType: 'application/octet-stream' };
}
