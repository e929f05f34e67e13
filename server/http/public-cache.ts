import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { acceptedEncoding, minCompressedBytes, toBrotli, toGzip } from './content-encoding.ts';
import { previewDatabase } from './preview-database.ts';

const maxAgeMs = 1000;
/** Estimated memory of a cache entry, in bytes, in addition to its key and bodies. */
const entryOverheadBytes = 500;

type Encoded = { etag: string; identity: Buffer; br: Buffer | null; gzip: Buffer | null };
type Entry = { madeAt: number; encoded: Promise<Encoded>; bytes: number };

/** Makes the ETag and the compressed forms of a body. `quality`: Brotli quality, 0 to 11. */
export async function encode(text: string, quality = 5): Promise<Encoded> {
  const identity = Buffer.from(text);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  if (identity.length < minCompressedBytes) return { etag, identity, br: null, gzip: null };
  const [br, gz] = await Promise.all([toBrotli(identity, quality, identity.length), toGzip(identity)]);
  return { etag, identity, br, gzip: gz };
}

function sizeOf({ identity, br, gzip: gz }: Encoded): number {
  return identity.length + (br?.length ?? 0) + (gz?.length ?? 0);
}

/**
 * True if the If-None-Match header, a list of tags or `*`, contains our ETag. A weak tag (`W/`) matches too, because a
 * proxy that recompresses a response makes its tag weak.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Sends a cached body in an encoding that the client accepts, or 304 if the client already has it. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, encoded: Encoded) {
  reply.header('etag', encoded.etag).header('vary', 'accept-encoding');
  if (matchesEtag(request.headers['if-none-match'], encoded.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request);
  const compressed = encoding && encoded[encoding];
  if (!compressed) return reply.send(encoded.identity);
  return reply.header('content-encoding', encoding).send(compressed);
}

/**
 * Caches the bodies of public GET responses. A body is made at most once a second for each key, and compressed again
 * only if it has changed. The cache holds up to `limit` bytes; then the oldest entries are removed.
 */
export class PublicCache {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;
  readonly #limit: number;
  #bytes = 0;

  constructor(clock: Clock, limit = 16 * 1024 * 1024) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Size of all cache entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns the encoded body for `key`. Calls `make` if the cache's body for the key is missing or more than a second
   * old. While a draft is previewed, always calls `make` and stores nothing.
   */
  async read(key: string, make: () => Promise<string>): Promise<Encoded> {
    if (previewDatabase()) return encode(await make());
    const stored = this.#entries.get(key);
    const now = this.#clock.now();
    // If the clock was set back, an entry may be dated in the future. Use the absolute value of its age, so that the
    // entry expires too.
    if (stored && Math.abs(now - stored.madeAt) < maxAgeMs) return stored.encoded;
    const entry: Entry = {
      madeAt: now,
      encoded: this.#makeEncoded(stored, make),
      bytes: entryOverheadBytes + 2 * key.length,
    };
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#grow(entry.bytes);
    entry.encoded.then(
      (encoded) => this.#addSize(key, entry, sizeOf(encoded)),
      () => this.#drop(key, entry),
    );
    return entry.encoded;
  }

  async #makeEncoded(stored: Entry | undefined, make: () => Promise<string>): Promise<Encoded> {
    const text = await make();
    const before = await stored?.encoded.catch(() => undefined);
    if (before?.identity.equals(Buffer.from(text))) return before;
    return encode(text);
  }

  /**
   * Adds the size of an encoded body to the size of the cache, unless the entry of the body has been replaced
   * meanwhile.
   */
  #addSize(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes += bytes;
    this.#grow(bytes);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#limit) {
      const oldest = this.#entries.keys().next();
      if (oldest.done) return;
      this.#drop(oldest.value);
    }
  }

  #drop(key: string, entry = this.#entries.get(key)): void {
    if (!entry || this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
