import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPicture } from '../../contract/offline.ts';
import { savedWidth } from '../../contract/saved-pictures.ts';

const mediaPath = /\/media\/[\w/-]+\.(?:webp|avif|png|jpe?g|svg)/g;

type Indexed = LibraryPicture & { modifiedMs: number };

/**
 * The paths of the pictures that a text contains. If a picture exists in several widths, its path is that of the width
 * that is saved.
 */
export function picturesIn(text: string): string[] {
  return (text.match(mediaPath) ?? []).map(savedWidth);
}

/** Reads the sizes and hashes of the academy's pictures. A file is read again only after it has changed. */
export class PictureIndex {
  readonly #folder: string;
  readonly #indexed = new Map<string, Indexed>();

  /** @param folder the folder whose files are served under `/media/` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The picture with a path under `/media/`; null if there is no such file. */
  async read(path: string): Promise<LibraryPicture | null> {
    const file = join(this.#folder, path.slice('/media/'.length));
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) return null;
    const indexed = this.#indexed.get(path);
    if (indexed?.modifiedMs === stats.mtimeMs && indexed.bytes === stats.size) return toPicture(indexed);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 16);
    const picture = { path, hash, bytes: stats.size, modifiedMs: stats.mtimeMs };
    this.#indexed.set(path, picture);
    return toPicture(picture);
  }
}

function toPicture({ path, hash, bytes }: Indexed): LibraryPicture {
  return { path, hash, bytes };
}
