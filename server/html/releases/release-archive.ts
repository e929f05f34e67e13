import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { Blobs } from '../../providers/blobs/blobs.ts';
import { packRelease, writeTemporaryFile } from './pack-release.ts';
import {
  deleteRelease,
  markStored,
  type ReleaseFile,
  readReleaseFiles,
  recordServed,
  takeOldReleases,
} from './release.repo.ts';

/** How long the files of a release remain available after the release was last served, in milliseconds. */
const retentionMs = 14 * 86_400_000;

/**
 * How old the list of stored files may be when a file is requested, in milliseconds. An older list is read again.
 * `unknown`: if the file is not in the list, because a new release may just have added it. `known`: if it is in the
 * list, because it may have been moved to another blob.
 */
const listMaxAgeMs = { unknown: 1000, known: 60_000 };

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

type ReleaseArchiveDeps = {
  db: Kysely<Database>;
  blobs: Blobs;
  clock: Clock;
  clientDir: string;
  /**
   * Folder for temporary files. It should be on the same disk as the file store, so that files can be moved into the
   * store instead of copied.
   */
  spoolDir: string;
};

type ArchivedFile = { mediaType: string; encoding: 'br' | null; stream: Readable };

/**
 * Stores the scripts and style sheets of every release in the file store, so that every process can serve them. A page
 * that was open before a new release can then still load the chunks of its own release (decision 64, "Serve the assets
 * of old releases for 14 days").
 */
export class ReleaseArchive {
  readonly #deps: ReleaseArchiveDeps;
  #list: { readAt: number; files: Promise<Map<string, ReleaseFile>> } | null = null;

  constructor(deps: ReleaseArchiveDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the files of `release` unless they are stored already, records that it is being served, and removes
   * releases that were last served too long ago.
   */
  async save(release: string): Promise<void> {
    const { db, blobs, clock, clientDir, spoolDir } = this.#deps;
    const { files, content } = await packRelease(clientDir);
    const row = await recordServed(db, { release, files, now: new Date(clock.now()) });
    if (!row.is_stored && content.length > 0) {
      await mkdir(spoolDir, { recursive: true, mode: 0o700 });
      await blobs.put(row.blob_id, await writeTemporaryFile(content, join(spoolDir, randomUUID())));
      await markStored(db, release);
      this.#list = null;
    }
    await this.#removeOld();
  }

  /** Opens a file of any stored release by its URL path without the leading `/`. Returns null if no release has it. */
  async open(path: string, acceptsBrotli: boolean): Promise<ArchivedFile | null> {
    const { blobs } = this.#deps;
    const file = await this.#find(path);
    if (!file) return null;
    const range = { first: file.first, last: file.first + file.bytes - 1 };
    const stored = file.bytes > 0 ? await blobs.open(file.blobId, range) : Readable.from([]);
    if (!stored) return null;
    const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
    if (!file.isBrotli || acceptsBrotli) return { mediaType, encoding: file.isBrotli ? 'br' : null, stream: stored };
    const decompressed = createBrotliDecompress();
    stored.once('error', (error) => decompressed.destroy(error));
    return { mediaType, encoding: null, stream: stored.pipe(decompressed) };
  }

  async #find(path: string): Promise<ReleaseFile | undefined> {
    const { db, clock } = this.#deps;
    const isKnown = (await this.#list?.files)?.has(path);
    const now = clock.now();
    // Use the absolute value of the age, so that the list of stored files expires even if the clock was set back.
    if (!this.#list || Math.abs(now - this.#list.readAt) >= listMaxAgeMs[isKnown ? 'known' : 'unknown']) {
      const files = readReleaseFiles(db);
      const list = { readAt: now, files };
      this.#list = list;
      files.catch(() => {
        if (this.#list === list) this.#list = null;
      });
    }
    return (await this.#list.files).get(path);
  }

  async #removeOld(): Promise<void> {
    const { db, blobs, clock } = this.#deps;
    const before = new Date(clock.now() - retentionMs);
    for (const blobId of await takeOldReleases(db, before)) {
      await blobs.remove(blobId);
      await deleteRelease(db, blobId);
    }
  }
}
