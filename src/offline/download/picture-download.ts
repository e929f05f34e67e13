import { getLibraryPart, type LibraryPart, type LibraryPicture } from '../../../contract/offline.ts';
import type { LibraryDownloadDeps } from './library-download.ts';
import type { SavedPictures } from './library-store.ts';
import { settleAll, sumBytes } from './settle-all.ts';

/** Pictures are downloaded in parallel: over a satellite link, each response takes most of a second to start. */
const picturesAtOnce = 6;

/** The pictures that are not saved in their current version. */
function notIn(saved: SavedPictures, pictures: readonly LibraryPicture[]): LibraryPicture[] {
  return pictures.filter(({ path, hash }) => saved[path]?.hash !== hash);
}

/**
 * Downloads the pictures of the offline library. `bundle`: the entry in the response of `GET /offline/manifest` that
 * covers all pictures.
 */
export class PictureDownload {
  readonly #deps: LibraryDownloadDeps;
  /** The list of pictures as last fetched, with its hash from the manifest. */
  #list: { hash: string; pictures: LibraryPicture[] } | null = null;

  constructor(deps: LibraryDownloadDeps) {
    this.#deps = deps;
  }

  /** Total size of the saved pictures in bytes. */
  async savedBytes(): Promise<number> {
    return sumBytes(Object.values(await this.#deps.store.readPictures()));
  }

  /**
   * Total size in bytes of the pictures that are not saved in their current version. If no picture is saved yet, the
   * manifest contains this size, so the list of pictures is not fetched. @throws ApiError
   */
  async missingBytes(bundle: LibraryPart, signal: AbortSignal): Promise<number> {
    const saved = await this.#deps.store.readPictures();
    if (Object.keys(saved).length === 0) return bundle.bytes;
    return sumBytes(notIn(saved, await this.#fetchList(bundle, signal)));
  }

  /**
   * Downloads the next pictures. Returns false if all are saved. @throws ApiError, DOMException if the device is full
   */
  async saveNext(bundle: LibraryPart, signal: AbortSignal): Promise<boolean> {
    const { store, pictures } = this.#deps;
    const all = await this.#fetchList(bundle, signal);
    const saved = await store.readPictures();
    const next = notIn(saved, all).slice(0, picturesAtOnce);
    if (next.length === 0) return false;
    const nowSaved = { ...saved };
    const save = async (picture: LibraryPicture) => {
      await pictures.save(picture, signal);
      nowSaved[picture.path] = { hash: picture.hash, bytes: picture.bytes };
    };
    await settleAll(next.map(save)).finally(() => store.writePictures(nowSaved));
    return true;
  }

  /**
   * Marks the pictures as complete and deletes those that are no longer in the list. Call it when all pictures are
   * saved. `keepsUnlisted`: the server's list is incomplete, so delete no pictures.
   */
  async finish(bundle: LibraryPart, { keepsUnlisted }: { keepsUnlisted: boolean }): Promise<void> {
    const { store, pictures, now } = this.#deps;
    const saved = await store.readPictures();
    const listed = new Set(this.#list?.pictures.map(({ path }) => path));
    const unlisted = keepsUnlisted ? [] : Object.keys(saved).filter((path) => !listed.has(path));
    await pictures.delete(unlisted);
    await store.writePictures(Object.fromEntries(Object.entries(saved).filter(([path]) => !unlisted.includes(path))));
    await store.saveBundle({ ...bundle, hash: this.#list?.hash ?? bundle.hash }, [], { at: now(), rows: [] });
  }

  async #fetchList({ id, hash }: LibraryPart, signal: AbortSignal): Promise<LibraryPicture[]> {
    if (this.#list?.hash === hash) return this.#list.pictures;
    const { data } = await this.#deps.api.call(getLibraryPart, { params: { id } }, { signal });
    this.#list = { hash, pictures: data.pictures };
    return this.#list.pictures;
  }
}
