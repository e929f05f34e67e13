import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { VoyagePicture } from '../../contract/offline.ts';
import { savedWidth } from '../../contract/saved-pictures.ts';

const named = /\/media\/[\w/-]+\.(?:webp|avif|png|jpe?g|svg)/g;

type Known = VoyagePicture & { changed: number };

/** Pictures that a text names; of one that was made in several widths the one that is saved. */
export function picturesIn(text: string): string[] {
  return (text.match(named) ?? []).map(savedWidth);
}

/** Sizes and hashes of the academy's pictures, each read once while its file stays the same. */
export class PictureShelf {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();

  /** @param folder what `/media/` shows */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The picture at a path; null where there is no such file. */
  async read(path: string): Promise<VoyagePicture | null> {
    const file = join(this.#folder, path.slice('/media/'.length));
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return null;
    const known = this.#known.get(path);
    if (known?.changed === facts.mtimeMs && known.bytes === facts.size) return toPicture(known);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 16);
    const read = { path, hash, bytes: facts.size, changed: facts.mtimeMs };
    this.#known.set(path, read);
    return toPicture(read);
  }
}

function toPicture({ path, hash, bytes }: Known): VoyagePicture {
  return { path, hash, bytes };
}
