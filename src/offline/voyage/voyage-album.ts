import { getVoyagePart, type VoyagePart, type VoyagePicture } from '../../../contract/offline.ts';
import type { VoyageParts } from './voyage-keeper.ts';
import { settleAll, sumBytes } from './voyage-work.ts';

/** So many are fetched side by side: over a satellite each waits most of a second for its first byte. */
const atOnce = 6;

/** The pictures of a voyage: which there are, and which of them are here. `part` is the manifest's word about them. */
export class VoyageAlbum {
  readonly #parts: VoyageParts;
  #read: { hash: string; pictures: VoyagePicture[] } | null = null;

  constructor(parts: VoyageParts) {
    this.#parts = parts;
  }

  /** Bytes of the pictures that are here. */
  async savedBytes(): Promise<number> {
    return sumBytes(Object.values(await this.#parts.store.readPictures()));
  }

  /** Fetches a few; false where none is lacking. @throws ApiError, DOMException where the device is full */
  async saveNext(part: VoyagePart, signal: AbortSignal): Promise<boolean> {
    const { store, pictures } = this.#parts;
    const all = await this.#readAll(part, signal);
    const saved = await store.readPictures();
    const next = all.filter(({ path, hash }) => saved[path]?.hash !== hash).slice(0, atOnce);
    if (next.length === 0) return false;
    const came = { ...saved };
    const keep = async (picture: VoyagePicture) => {
      await pictures.keep(picture, signal);
      came[picture.path] = { hash: picture.hash, bytes: picture.bytes };
    };
    await settleAll(next.map(keep)).finally(() => store.writePictures(came));
    return true;
  }

  /** All are here: those that the academy no longer shows go. */
  async finish(part: VoyagePart): Promise<void> {
    const { store, pictures, now } = this.#parts;
    const saved = await store.readPictures();
    const shown = new Set(this.#read?.pictures.map(({ path }) => path));
    await pictures.drop(Object.keys(saved).filter((path) => !shown.has(path)));
    await store.writePictures(Object.fromEntries(Object.entries(saved).filter(([path]) => shown.has(path))));
    await store.keepPart({ ...part, hash: this.#read?.hash ?? part.hash }, [], { at: now(), rows: [] });
  }

  async #readAll({ id, hash }: VoyagePart, signal: AbortSignal): Promise<VoyagePicture[]> {
    if (this.#read?.hash === hash) return this.#read.pictures;
    const { data } = await this.#parts.api.call(getVoyagePart, { params: { id } }, { signal });
    this.#read = { hash, pictures: data.pictures };
    return this.#read.pictures;
  }
}
