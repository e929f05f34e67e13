import { downloadRetry } from '../../../contract/limits.ts';
import {
  getLibraryManifest,
  getLibraryPart,
  type LibraryKind,
  type LibraryPart,
  libraryKinds,
} from '../../../contract/offline.ts';
import type {
  LibraryDownloadOffer,
  LibraryDownloadProgress,
  LibraryDownloadStep,
  SavedLibrary,
  SavedLibraryState,
} from '../../../machines/library-download.machine.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { maxRetryAfterMs } from '../../lib/retry-after.ts';
import { isDeviceFull } from '../device-full.ts';
import { rowsOf } from './course-search.ts';
import type { DownloadPlan, LibraryStore, SavedBundle } from './library-store.ts';
import { PictureDownload } from './picture-download.ts';
import type { PictureStore } from './picture-store.ts';
import { settleAll, sumBytes } from './settle-all.ts';

export type LibraryDownloadDeps = {
  api: Api;
  store: LibraryStore;
  pictures: PictureStore;
  /**
   * Makes the service worker store the files of the site that low-data mode has left out. Returns null if no file is
   * missing, otherwise how many ms to wait before the next try.
   */
  storeSite: () => Promise<number | null>;
  /**
   * Runs `work` in one tab at a time: a step of the download, or the deletion of the library. A second tab then need
   * not download what the first has saved.
   */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the current time in milliseconds since the epoch. */
  now: () => number;
};

/** Bundles are downloaded in parallel: over a satellite link, each response takes most of a second to start. */
const bundlesAtOnce = 3;
const noPlan: DownloadPlan = { pictures: false, isUnderWay: false, doneAt: null, checkedAt: null };

/**
 * Downloads the offline library (docs/product.md#download) bundle by bundle. Each bundle is saved at once, so that a
 * lost connection, a reload or a pause loses nothing.
 */
export class LibraryDownload {
  readonly #deps: LibraryDownloadDeps;
  readonly #pictureDownload: PictureDownload;
  /** Until when the server has asked to wait (ms since the epoch). */
  #retryAt = 0;
  /** The bundles in the server's manifest. */
  #manifest: LibraryPart[] = [];
  /**
   * Kinds of content that the manifest lacks because the server could not read them. The device keeps its saved bundles
   * of these kinds.
   */
  #missingKinds: readonly LibraryKind[] = [];

  constructor(deps: LibraryDownloadDeps) {
    this.#deps = deps;
    this.#pictureDownload = new PictureDownload(deps);
  }

  /**
   * Reads what is saved and whether a download is unfinished. @throws DOMException if the browser cannot store anything
   */
  async readState(): Promise<SavedLibraryState> {
    const plan = await this.#plan();
    const underWay = plan.isUnderWay ? { pictures: plan.pictures } : null;
    return { saved: plan.doneAt ? await this.#describe(plan, plan.doneAt) : null, underWay };
  }

  /** How long an interrupted download waits before it continues, in ms. */
  retryDelay(): number {
    return Math.max(downloadRetry, Math.min(this.#retryAt - this.#deps.now(), maxRetryAfterMs));
  }

  /** Fetches the manifest and returns how many bytes are not saved yet. @throws ApiError */
  async compare(signal: AbortSignal): Promise<LibraryDownloadOffer> {
    try {
      return await this.#offer(signal);
    } catch (error) {
      this.#noteRetry(error);
      throw error;
    }
  }

  async #offer(signal: AbortSignal): Promise<LibraryDownloadOffer> {
    const { api, store, now } = this.#deps;
    const { data } = await api.call(getLibraryManifest, {}, { signal });
    this.#manifest = data.parts;
    this.#missingKinds = data.missing;
    const [saved, plan] = await Promise.all([store.readBundles(), this.#plan()]);
    await store.writePlan({ ...plan, checkedAt: now() });
    const pictures = this.#pictures;
    const isSaved = saved.some(({ id, hash }) => id === pictures?.id && hash === pictures?.hash);
    const pictureBytes = !pictures || isSaved ? 0 : await this.#pictureDownload.missingBytes(pictures, signal);
    return { bytes: sumBytes(this.#notSaved(saved)), pictureBytes };
  }

  /**
   * Downloads and saves the next bundles or pictures. An API error or a full device is reported in the result.
   * @throws any other error
   */
  async saveNext(choice: { pictures: boolean }, signal: AbortSignal): Promise<LibraryDownloadStep> {
    try {
      return await this.#deps.withLock(() => {
        // The student may have paused the download while this tab waited for another one.
        signal.throwIfAborted();
        return this.#step(choice, signal);
      });
    } catch (error) {
      this.#noteRetry(error);
      if (isDeviceFull(error)) return { kind: 'full' };
      if (error instanceof ApiError) return { kind: 'cut' };
      throw error;
    }
  }

  #noteRetry(error: unknown): void {
    this.#retryAt = this.#deps.now() + (error instanceof ApiError ? error.retryAfterMs : 0);
  }

  async pause(): Promise<void> {
    await this.#deps.store.writePlan({ ...(await this.#plan()), isUnderWay: false });
  }

  /**
   * Deletes the saved library. If another tab is downloading it, waits until that tab has finished its current step.
   */
  async remove(): Promise<void> {
    await this.#deps.withLock(async () => {
      await this.#deps.pictures.clear();
      await this.#deps.store.clear();
    });
  }

  async #plan(): Promise<DownloadPlan> {
    return (await this.#deps.store.readPlan()) ?? noPlan;
  }

  async #step({ pictures: withPictures }: { pictures: boolean }, signal: AbortSignal): Promise<LibraryDownloadStep> {
    const { store } = this.#deps;
    const plan = await this.#plan();
    if (!plan.isUnderWay || plan.pictures !== withPictures)
      await store.writePlan({ ...plan, pictures: withPictures, isUnderWay: true });
    // Content can be read offline only if the script of its page is saved too, so store all files of the site first.
    const pause = await this.#deps.storeSite();
    if (pause !== null) {
      this.#retryAt = this.#deps.now() + pause;
      return { kind: 'cut' };
    }
    const saved = await store.readBundles();
    const next = this.#notSaved(saved).slice(0, bundlesAtOnce);
    if (next.length > 0) {
      await settleAll(next.map((bundle) => this.#fetchBundle(bundle, signal)));
      return { kind: 'saved', progress: await this.#progress(withPictures) };
    }
    const pictures = withPictures ? this.#pictures : undefined;
    if (pictures && (await this.#pictureDownload.saveNext(pictures, signal)))
      return { kind: 'saved', progress: await this.#progress(true) };
    const keepsUnlisted = this.#missingKinds.length > 0;
    if (pictures) await this.#pictureDownload.finish(pictures, { keepsUnlisted });
    return { kind: 'complete', saved: await this.#finish(withPictures) };
  }

  get #pictures(): LibraryPart | undefined {
    return this.#manifest.find(({ kind }) => kind === 'pictures');
  }

  /** Bundles of the manifest, except the pictures, that are not saved in their current version. */
  #notSaved(saved: readonly SavedBundle[]): LibraryPart[] {
    const hashes = new Map(saved.map(({ id, hash }) => [id, hash]));
    return this.#manifest.filter(({ id, kind, hash }) => kind !== 'pictures' && hashes.get(id) !== hash);
  }

  async #fetchBundle(bundle: LibraryPart, signal: AbortSignal): Promise<void> {
    const { api, store, now } = this.#deps;
    const found = await api.call(getLibraryPart, { params: { id: bundle.id } }, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    // If the server has removed the bundle since it made the manifest, remove the bundle from the manifest too.
    if (!found) this.#manifest = this.#manifest.filter(({ id }) => id !== bundle.id);
    else {
      const current = { ...bundle, hash: found.data.hash };
      // The bundle may be newer than the manifest. Store its hash in the manifest, so that the bundle is not downloaded
      // again.
      this.#manifest = this.#manifest.map((one) => (one.id === bundle.id ? current : one));
      const { answers } = found.data;
      await store.saveBundle(current, answers, { at: now(), rows: bundle.kind === 'courses' ? rowsOf(answers) : [] });
    }
  }

  async #progress(withPictures: boolean): Promise<LibraryDownloadProgress> {
    const { store } = this.#deps;
    const saved = await store.readBundles();
    const notSaved = new Set(this.#notSaved(saved).map(({ id }) => id));
    const bundles = this.#manifest.filter(({ kind }) => kind !== 'pictures');
    const pictureBytes = withPictures ? (this.#pictures?.bytes ?? 0) : 0;
    const savedPictureBytes = Math.min(pictureBytes, await this.#pictureDownload.savedBytes());
    return {
      bytes: sumBytes(bundles.filter(({ id }) => !notSaved.has(id))) + savedPictureBytes,
      totalBytes: sumBytes(bundles) + pictureBytes,
    };
  }

  /** Marks the download as complete and deletes the bundles that the server no longer has. */
  async #finish(withPictures: boolean): Promise<SavedLibrary> {
    const { store, now } = this.#deps;
    const current = new Set(this.#manifest.map(({ id }) => id));
    const saved = await store.readBundles();
    await store.deleteBundles(saved.filter(({ id, kind }) => !current.has(id) && !this.#missingKinds.includes(kind)));
    const plan = { ...(await this.#plan()), pictures: withPictures, isUnderWay: false, doneAt: now() };
    await store.writePlan(plan);
    return this.#describe(plan, plan.doneAt);
  }

  async #describe(plan: DownloadPlan, doneAt: number): Promise<SavedLibrary> {
    const [bundles, pictures] = await Promise.all([this.#deps.store.readBundles(), this.#deps.store.readPictures()]);
    const withoutPictures = bundles.filter(({ kind }) => kind !== 'pictures');
    const count = (kind: LibraryKind) =>
      bundles.filter((bundle) => bundle.kind === kind).reduce((total, { items }) => total + items, 0);
    const items = Object.fromEntries(libraryKinds.map((kind) => [kind, count(kind)])) as SavedLibrary['items'];
    return {
      since: doneAt,
      checkedAt: plan.checkedAt ?? doneAt,
      bytes: sumBytes(withoutPictures) + (plan.pictures ? sumBytes(Object.values(pictures)) : 0),
      items: { ...items, pictures: plan.pictures ? Object.keys(pictures).length : 0 },
      hasPictures: plan.pictures,
    };
  }
}
