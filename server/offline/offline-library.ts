import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LibraryAnswer, LibraryKind, LibraryPart, LibraryPicture } from '../../contract/offline.ts';
import type { Clock } from '../http/clock.ts';
import { toBrotli } from '../http/content-encoding.ts';
import { type Bundle, type BundleSources, courseBundles, newsBundles, pageBundles } from './bundles.ts';
import { type PictureIndex, picturesIn } from './picture-index.ts';

const manifestMaxAgeMs = 30_000;

type Manifest = { parts: LibraryPart[]; missing: LibraryKind[] };
type BundleContents = { id: string; hash: string; answers: LibraryAnswer[]; pictures: LibraryPicture[] };

/** The JSON text of the responses in a bundle. The hash and the size of the bundle are those of this text. */
const textOf = ({ answers }: Bundle) => `[${answers.join(',')}]`;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/**
 * The offline library, which devices download in bundles (decision 14, "Save the site for offline use in bundles of
 * responses"). Only the sizes and hashes of the bundles are held in memory; a bundle itself is built whenever a
 * device requests it.
 */
export class OfflineLibrary {
  readonly #sources: BundleSources;
  readonly #pictures: PictureIndex;
  readonly #clock: Clock;
  /**
   * The compressed size of each bundle in bytes, by the hash of the bundle. An unchanged bundle need not be compressed
   * again to find its size.
   */
  #sizes = new Map<string, number>();
  /** The pictures that the bundles mention, known after the first manifest has been built. */
  #picturePaths: readonly string[] | null = null;
  #built: { at: number; manifest: Promise<Manifest> } | null = null;

  constructor({ sources, pictures, clock }: { sources: BundleSources; pictures: PictureIndex; clock: Clock }) {
    this.#sources = sources;
    this.#pictures = pictures;
    this.#clock = clock;
  }

  /**
   * The manifest, which lists all bundles with their hashes and sizes. A manifest is reused for 30 seconds.
   * @throws Error if the catalogue or the content cannot be read
   */
  manifest(): Promise<Manifest> {
    const now = this.#clock.now();
    if (this.#built && Math.abs(now - this.#built.at) < manifestMaxAgeMs) return this.#built.manifest;
    const built = { at: now, manifest: this.#buildManifest() };
    this.#built = built;
    built.manifest.catch(() => {
      if (this.#built === built) this.#built = null;
    });
    return built.manifest;
  }

  /** The current contents of a bundle; null if there is no bundle with this id. */
  async bundle(id: string): Promise<BundleContents | null> {
    if (id === 'pictures') {
      if (!this.#picturePaths) await this.manifest();
      return this.#pictureBundle();
    }
    for await (const bundle of this.#bundlesLike(id))
      if (bundle.id === id)
        return {
          id,
          hash: hashOf(textOf(bundle)),
          answers: bundle.answers.map((one) => JSON.parse(one)),
          pictures: [],
        };
    return null;
  }

  /**
   * Yields bundles, among them the one with this id if it exists. Only a bundle of courses or of posts can be built
   * alone. For any other bundle, all bundles of its group are built and yielded.
   */
  #bundlesLike(id: string): AsyncGenerator<Bundle> {
    const [name, number] = id.split('-');
    if (name === 'courses' && number) return courseBundles(this.#sources, Number(number));
    if (name === 'posts' && number) return newsBundles(this.#sources, Number(number));
    return name === 'lists' ? newsBundles(this.#sources) : pageBundles(this.#sources);
  }

  async #buildManifest(): Promise<Manifest> {
    const sizes = new Map<string, number>();
    const paths = new Set<string>();
    const measure = async (bundles: AsyncGenerator<Bundle>): Promise<LibraryPart[]> => {
      const parts: LibraryPart[] = [];
      for await (const bundle of bundles) {
        const { id, kind, items } = bundle;
        const text = textOf(bundle);
        const hash = hashOf(text);
        const bytes = this.#sizes.get(hash) ?? (await toBrotli(text, 5)).length;
        sizes.set(hash, bytes);
        for (const path of picturesIn(text)) paths.add(path);
        parts.push({ id, kind, hash, bytes, items });
        // Building the bundles of a large catalogue takes seconds, so let the server handle other calls between two
        // bundles.
        await nextTurn();
      }
      return parts;
    };
    const parts = [...(await measure(pageBundles(this.#sources))), ...(await measure(courseBundles(this.#sources)))];
    const news = await measure(newsBundles(this.#sources)).catch(() => null);
    this.#sizes = sizes;
    this.#picturePaths = [...paths].sort();
    const { hash, pictures } = await this.#pictureBundle();
    const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
    const pictureBundle: LibraryPart = { id: 'pictures', kind: 'pictures', hash, bytes, items: pictures.length };
    return { parts: [...parts, ...(news ?? []), pictureBundle], missing: news ? [] : ['news'] };
  }

  async #pictureBundle(): Promise<BundleContents> {
    const paths = this.#picturePaths ?? [];
    const found = await Promise.all(paths.map((path) => this.#pictures.read(path)));
    const pictures = found.filter((picture) => picture !== null);
    return { id: 'pictures', hash: hashOf(JSON.stringify(pictures)), answers: [], pictures };
  }
}
