import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { VoyageAnswer, VoyageKind, VoyagePart, VoyagePicture } from '../../contract/offline.ts';
import type { Clock } from '../providers/clock.ts';
import { type Bundle, courseBundles, newsBundles, standingBundles, type VoyageSources } from './voyage-parts.ts';
import { type PictureShelf, picturesIn } from './voyage-pictures.ts';

const toBrotli = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const freshFor = 30_000;

export type Manifest = { parts: VoyagePart[]; missing: VoyageKind[] };
export type WholePart = { id: string; hash: string; answers: VoyageAnswer[]; pictures: VoyagePicture[] };

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** What can be saved for a voyage. Keeps sizes and hashes, not the bodies: a bundle is made when it is asked for. */
export class VoyageShelf {
  readonly #sources: VoyageSources;
  readonly #pictures: PictureShelf;
  readonly #clock: Clock;
  /** Bytes that a bundle of this hash takes on its way. */
  #sizes = new Map<string, number>();
  #paths: readonly string[] = [];
  #made: { at: number; manifest: Promise<Manifest> } | null = null;

  constructor({ sources, pictures, clock }: { sources: VoyageSources; pictures: PictureShelf; clock: Clock }) {
    this.#sources = sources;
    this.#pictures = pictures;
    this.#clock = clock;
  }

  /** Made anew when half a minute old. @throws Error where catalogue or content cannot be read */
  manifest(): Promise<Manifest> {
    const now = this.#clock.now();
    if (this.#made && Math.abs(now - this.#made.at) < freshFor) return this.#made.manifest;
    const made = { at: now, manifest: this.#make() };
    this.#made = made;
    made.manifest.catch(() => {
      if (this.#made === made) this.#made = null;
    });
    return made.manifest;
  }

  /** One bundle as it is now; null where there is none by that id. */
  async part(id: string): Promise<WholePart | null> {
    if (id === 'pictures') return this.#picturePart();
    for await (const bundle of this.#bundlesBehind(id))
      if (bundle.id === id)
        return { id, hash: hashOf(JSON.stringify(bundle.answers)), answers: bundle.answers, pictures: [] };
    return null;
  }

  #bundlesBehind(id: string): AsyncGenerator<Bundle> {
    const [name, number] = id.split('-');
    if (name === 'courses' && number) return courseBundles(this.#sources, Number(number));
    if (name === 'posts' && number) return newsBundles(this.#sources, Number(number));
    return name === 'lists' ? newsBundles(this.#sources) : standingBundles(this.#sources);
  }

  async #make(): Promise<Manifest> {
    const sizes = new Map<string, number>();
    const paths = new Set<string>();
    const weigh = async (bundles: AsyncGenerator<Bundle>): Promise<VoyagePart[]> => {
      const parts: VoyagePart[] = [];
      for await (const { id, kind, items, answers } of bundles) {
        const text = JSON.stringify(answers);
        const hash = hashOf(text);
        const bytes = this.#sizes.get(hash) ?? (await toBrotli(text, quality)).length;
        sizes.set(hash, bytes);
        for (const path of picturesIn(text)) paths.add(path);
        parts.push({ id, kind, hash, bytes, items });
      }
      return parts;
    };
    const parts = [...(await weigh(standingBundles(this.#sources))), ...(await weigh(courseBundles(this.#sources)))];
    const news = await weigh(newsBundles(this.#sources)).catch(() => null);
    this.#sizes = sizes;
    this.#paths = [...paths].sort();
    const { hash, pictures } = await this.#picturePart();
    const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
    const shown: VoyagePart = { id: 'pictures', kind: 'pictures', hash, bytes, items: pictures.length };
    return { parts: [...parts, ...(news ?? []), shown], missing: news ? [] : ['news'] };
  }

  async #picturePart(): Promise<WholePart> {
    if (!this.#made) await this.manifest();
    const found = await Promise.all(this.#paths.map((path) => this.#pictures.read(path)));
    const pictures = found.filter((picture) => picture !== null);
    return { id: 'pictures', hash: hashOf(JSON.stringify(pictures)), answers: [], pictures };
  }
}
