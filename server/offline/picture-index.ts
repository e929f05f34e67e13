import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPicture } from '../../contract/offline.ts';
import { savedWidth } from '../../contract/saved-pictures.ts';

const mediaPath = /\/media\/[\w/-]+\.(?:webp|avif|png|jpe?g|svg)/g;

type Indexed = LibraryPicture & { modifiedMs: number };
/**
 * The `modifiedMs` of a picture that editors uploaded. Such a picture cannot change, and no real file has this time.
 */
const unchanging = -1;

/**
 * The paths of the pictures that are mentioned in a text. For a picture in several widths, this is the path of the
 * width that is saved for offline use.
 */
export function picturesIn(text: string): string[] {
  return (text.match(mediaPath) ?? []).map(savedWidth);
}

type ReadUploaded = (path: string) => Promise<{ bytes: number; hash: string } | null>;

/**
 * Reads the sizes and hashes of the academy's pictures. A file is hashed again only after it has changed; a picture
 * that editors uploaded never changes.
 */
export class PictureIndex {
  readonly #folder: string;
  readonly #readUploaded: ReadUploaded;
  readonly #indexed = new Map<string, Indexed>();

  /**
   * @param folder the folder whose files are served under `/media/`
   * @param readUploaded reads the size and the hash of a picture that editors uploaded; null if there is none
   */
  constructor(folder: string, readUploaded: ReadUploaded) {
    this.#folder = folder;
    this.#readUploaded = readUploaded;
  }

  /** The path, hash and size of the picture with this path under `/media/`; null if there is none. */
  async read(path: string): Promise<LibraryPicture | null> {
    const file = join(this.#folder, path.slice('/media/'.length));
    const stats = await stat(file).catch(() => null);
    const indexed = this.#indexed.get(path);
    if (!stats?.isFile()) return this.#uploaded(path, indexed);
    if (indexed?.modifiedMs === stats.mtimeMs && indexed.bytes === stats.size) return toPicture(indexed);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 16);
    const picture = { path, hash, bytes: stats.size, modifiedMs: stats.mtimeMs };
    this.#indexed.set(path, picture);
    return toPicture(picture);
  }

  async #uploaded(path: string, indexed: Indexed | undefined): Promise<LibraryPicture | null> {
    if (indexed?.modifiedMs === unchanging) return toPicture(indexed);
    const found = await this.#readUploaded(path);
    if (!found) return null;
    const picture = { path, hash: found.hash.slice(0, 16), bytes: found.bytes, modifiedMs: unchanging };
    this.#indexed.set(path, picture);
    return toPicture(picture);
  }
}

function toPicture({ path, hash, bytes }: Indexed): LibraryPicture {
  return { path, hash, bytes };
}
