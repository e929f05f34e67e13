import {
  getVoyageManifest,
  getVoyagePart,
  type VoyageKind,
  type VoyagePart,
  voyageKinds,
} from '../../../contract/offline.ts';
import type {
  SavedVoyage,
  VoyageOffer,
  VoyageProgress,
  VoyageShelfState,
  VoyageStep,
} from '../../../machines/voyage.types.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { rowsOf } from './course-search.ts';
import { VoyageAlbum } from './voyage-album.ts';
import type { PictureKeeper } from './voyage-pictures.ts';
import type { SavedPart, VoyagePlan, VoyageStore } from './voyage-store.ts';
import { settleAll, sumBytes } from './voyage-work.ts';

export type VoyageParts = {
  api: Api;
  store: VoyageStore;
  pictures: PictureKeeper;
  /** Only one tab fetches at a time; the other finds what came. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Milliseconds since the epoch. */
  now: () => number;
};

/** So many are fetched side by side: over a satellite each waits most of a second for its first byte. */
const partsAtOnce = 3;
const noPlan: VoyagePlan = { pictures: false, isUnderWay: false, doneAt: null, checkedAt: null };

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Fetches and keeps what a voyage needs. Whatever came stays: a cut, a reload or a pause costs nothing that was there. */
export class VoyageKeeper {
  readonly #parts: VoyageParts;
  readonly #album: VoyageAlbum;
  #wanted: VoyagePart[] = [];
  #unread: readonly VoyageKind[] = [];

  constructor(parts: VoyageParts) {
    this.#parts = parts;
    this.#album = new VoyageAlbum(parts);
  }

  /** @throws DOMException where the browser keeps nothing */
  async readShelf(): Promise<VoyageShelfState> {
    const plan = await this.#plan();
    const underWay = plan.isUnderWay ? { pictures: plan.pictures } : null;
    return { saved: plan.doneAt ? await this.#describe(plan, plan.doneAt) : null, underWay };
  }

  /** Asks what there is, and weighs what is not here yet. @throws ApiError */
  async compare(signal: AbortSignal): Promise<VoyageOffer> {
    const { api, store, now } = this.#parts;
    const { data } = await api.call(getVoyageManifest, {}, { signal });
    this.#wanted = data.parts;
    this.#unread = data.missing;
    const [saved, plan] = await Promise.all([store.readParts(), this.#plan()]);
    await store.writePlan({ ...plan, checkedAt: now() });
    const shown = this.#pictures;
    const isSaved = saved.some(({ id, hash }) => id === shown?.id && hash === shown?.hash);
    const pictureBytes = !shown || isSaved ? 0 : Math.max(0, shown.bytes - (await this.#album.savedBytes()));
    return { bytes: sumBytes(this.#lacking(saved)), pictureBytes };
  }

  /** Fetches the next few and keeps them. @throws Error only for what nobody foresaw */
  async saveNext(choice: { pictures: boolean }, signal: AbortSignal): Promise<VoyageStep> {
    try {
      return await this.#parts.exclusively(() => this.#step(choice, signal));
    } catch (error) {
      if (isFull(error)) return { kind: 'full' };
      if (error instanceof ApiError) return { kind: 'cut' };
      throw error;
    }
  }

  async pause(): Promise<void> {
    await this.#parts.store.writePlan({ ...(await this.#plan()), isUnderWay: false });
  }

  async remove(): Promise<void> {
    await this.#parts.pictures.clear();
    await this.#parts.store.clear();
  }

  async #plan(): Promise<VoyagePlan> {
    return (await this.#parts.store.readPlan()) ?? noPlan;
  }

  async #step({ pictures }: { pictures: boolean }, signal: AbortSignal): Promise<VoyageStep> {
    const { store } = this.#parts;
    const plan = await this.#plan();
    if (!plan.isUnderWay || plan.pictures !== pictures) await store.writePlan({ ...plan, pictures, isUnderWay: true });
    const saved = await store.readParts();
    const next = this.#lacking(saved).slice(0, partsAtOnce);
    if (next.length > 0) {
      await settleAll(next.map((part) => this.#fetchPart(part, signal)));
      return { kind: 'saved', progress: await this.#progress(pictures) };
    }
    const shown = pictures ? this.#pictures : undefined;
    if (shown && (await this.#album.saveNext(shown, signal)))
      return { kind: 'saved', progress: await this.#progress(true) };
    if (shown) await this.#album.finish(shown);
    return { kind: 'complete', saved: await this.#finish(pictures) };
  }

  get #pictures(): VoyagePart | undefined {
    return this.#wanted.find(({ kind }) => kind === 'pictures');
  }

  #lacking(saved: readonly SavedPart[]): VoyagePart[] {
    const hashes = new Map(saved.map(({ id, hash }) => [id, hash]));
    return this.#wanted.filter(({ id, kind, hash }) => kind !== 'pictures' && hashes.get(id) !== hash);
  }

  async #fetchPart(part: VoyagePart, signal: AbortSignal): Promise<void> {
    const { api, store, now } = this.#parts;
    const found = await api.call(getVoyagePart, { params: { id: part.id } }, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    // It has left the catalogue since the list was made.
    if (!found) this.#wanted = this.#wanted.filter(({ id }) => id !== part.id);
    else {
      const kept = { ...part, hash: found.data.hash };
      // What is newer than the list counts as what the list names: the next comparison will say the same.
      this.#wanted = this.#wanted.map((one) => (one.id === part.id ? kept : one));
      const { answers } = found.data;
      await store.keepPart(kept, answers, { at: now(), rows: part.kind === 'courses' ? rowsOf(answers) : [] });
    }
  }

  async #progress(withPictures: boolean): Promise<VoyageProgress> {
    const { store } = this.#parts;
    const saved = await store.readParts();
    const lacking = new Set(this.#lacking(saved).map(({ id }) => id));
    const wanted = this.#wanted.filter(({ kind }) => kind !== 'pictures');
    const album = withPictures ? (this.#pictures?.bytes ?? 0) : 0;
    const came = Math.min(album, await this.#album.savedBytes());
    return {
      bytes: sumBytes(wanted.filter(({ id }) => !lacking.has(id))) + came,
      totalBytes: sumBytes(wanted) + album,
    };
  }

  /** Everything is here: what the academy no longer has goes. */
  async #finish(withPictures: boolean): Promise<SavedVoyage> {
    const { store, now } = this.#parts;
    const wanted = new Set(this.#wanted.map(({ id }) => id));
    const saved = await store.readParts();
    await store.dropParts(saved.filter(({ id, kind }) => !wanted.has(id) && !this.#unread.includes(kind)));
    const plan = { ...(await this.#plan()), pictures: withPictures, isUnderWay: false, doneAt: now() };
    await store.writePlan(plan);
    return this.#describe(plan, plan.doneAt);
  }

  async #describe(plan: VoyagePlan, doneAt: number): Promise<SavedVoyage> {
    const [parts, pictures] = await Promise.all([this.#parts.store.readParts(), this.#parts.store.readPictures()]);
    const answers = parts.filter(({ kind }) => kind !== 'pictures');
    const count = (kind: VoyageKind) =>
      parts.filter((part) => part.kind === kind).reduce((total, { items }) => total + items, 0);
    const items = Object.fromEntries(voyageKinds.map((kind) => [kind, count(kind)])) as SavedVoyage['items'];
    return {
      since: doneAt,
      checkedAt: plan.checkedAt ?? doneAt,
      bytes: sumBytes(answers) + (plan.pictures ? sumBytes(Object.values(pictures)) : 0),
      items: { ...items, pictures: plan.pictures ? Object.keys(pictures).length : 0 },
      hasPictures: plan.pictures,
    };
  }
}
