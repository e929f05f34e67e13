import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Blobs } from '../providers/blobs.ts';
import type { Clock } from '../providers/clock.ts';
import { layDown, packRelease } from './pack-release.ts';
import { findKeptFile, forgetRelease, noteServed, noteStored, takeOldReleases } from './release.repo.ts';

/** Design, settled 11: milliseconds for which the files of a release that is served no more can still be had. */
export const keptFor = 14 * 86_400_000;

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export type KeptReleasesParts = {
  db: Kysely<Database>;
  blobs: Blobs;
  clock: Clock;
  clientDir: string;
  /** Where a file is laid down for the store; on its disk, so that it is moved and not copied. */
  spoolDir: string;
};

export type KeptAnswer = { mediaType: string; encoding: 'br' | null; stream: Readable };

/**
 * Scripts and styles of earlier releases, and of later ones while a deploy is under way: a page that was loaded before goes
 * on with the parts that it was built with, whichever process it asks.
 */
export class KeptReleases {
  readonly #parts: KeptReleasesParts;

  constructor(parts: KeptReleasesParts) {
    this.#parts = parts;
  }

  /** Keeps this release, notes that it is served, and gives up those that have not been for too long. Repeatable. */
  async keep(release: string): Promise<void> {
    const { db, blobs, clock, clientDir, spoolDir } = this.#parts;
    const { files, content } = await packRelease(clientDir);
    const row = await noteServed(db, { release, files, now: new Date(clock.now()) });
    if (!row.is_stored && content.length > 0) {
      await mkdir(spoolDir, { recursive: true, mode: 0o700 });
      await blobs.put(row.blob_id, await layDown(content, join(spoolDir, randomUUID())));
      await noteStored(db, release);
    }
    await this.#giveUp();
  }

  /** A file that this process was not built with; null where no kept release has it. */
  async open(address: string, takesBrotli: boolean): Promise<KeptAnswer | null> {
    const { db, blobs } = this.#parts;
    const file = await findKeptFile(db, address);
    if (!file) return null;
    const range = { first: file.first, last: file.first + file.bytes - 1 };
    const stored = file.bytes > 0 ? await blobs.open(file.blobId, range) : Readable.from([]);
    if (!stored) return null;
    const mediaType = mediaTypes[extname(address)] ?? 'application/octet-stream';
    if (!file.isBrotli || takesBrotli) return { mediaType, encoding: file.isBrotli ? 'br' : null, stream: stored };
    const unpacked = createBrotliDecompress();
    stored.once('error', (error) => unpacked.destroy(error));
    return { mediaType, encoding: null, stream: stored.pipe(unpacked) };
  }

  async #giveUp(): Promise<void> {
    const { db, blobs, clock } = this.#parts;
    const before = new Date(clock.now() - keptFor);
    for (const blobId of await takeOldReleases(db, before)) {
      await blobs.remove(blobId);
      await forgetRelease(db, blobId);
    }
  }
}
