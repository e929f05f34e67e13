import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ReleaseFiles } from '../db/schema/release.ts';
import type { WholeFile } from '../providers/blobs.ts';

const packed = /\.(br|gz)$/;

/** Addresses of a build's hashed files, in an order that is always the same. */
export async function listAssets(clientDir: string): Promise<string[]> {
  const found = await readdir(join(clientDir, 'assets'), { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.map((path) => relative(clientDir, path).replaceAll('\\', '/')).sort();
}

/** A build's files behind each other, each as it travels best, and where they lie: a few megabytes. */
export async function packRelease(clientDir: string): Promise<{ files: ReleaseFiles; content: Buffer }> {
  const names = await listAssets(clientDir);
  const known = new Set(names);
  const files: ReleaseFiles = {};
  const pieces: Buffer[] = [];
  let first = 0;
  for (const name of names.filter((one) => !packed.test(one))) {
    const isBrotli = known.has(`${name}.br`);
    const piece = await readFile(join(clientDir, isBrotli ? `${name}.br` : name));
    files[name] = [first, piece.length, isBrotli];
    pieces.push(piece);
    first += piece.length;
  }
  return { files, content: Buffer.concat(pieces) };
}

/** Lays the content down for the store to take. */
export async function layDown(content: Buffer, path: string): Promise<WholeFile> {
  await writeFile(path, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  return { path, bytes: content.length, sha256, mediaType: 'application/octet-stream' };
}
