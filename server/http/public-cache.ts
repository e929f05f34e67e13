import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../providers/clock.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const freshFor = 1000;
const compressFrom = 1024;
/** What an entry takes beside its bodies, roughly, in bytes. */
const overhead = 500;

type Encoded = { etag: string; identity: Buffer; br: Buffer | null; gzip: Buffer | null };
type Entry = { madeAt: number; encoded: Promise<Encoded>; bytes: number };

async function encode(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  if (identity.length < compressFrom) return { etag, identity, br: null, gzip: null };
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  const [br, gz] = await Promise.all([toBrotli(identity, quality), toGzip(identity)]);
  return { etag, identity, br, gzip: gz };
}

function sizeOf({ identity, br, gzip: gz }: Encoded): number {
  return identity.length + (br?.length ?? 0) + (gz?.length ?? 0);
}

/** A list of tags, or `*` for any; a proxy that packs anew has made ours weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Sends a body made once in the encoding the caller takes; 304 where the caller has it. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, encoded: Encoded) {
  reply.header('etag', encoded.etag).header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], encoded.etag)) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (encoded.br && accepted.includes('br')) return reply.header('content-encoding', 'br').send(encoded.br);
  if (encoded.gzip && accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(encoded.gzip);
  return reply.send(encoded.identity);
}

/**
 * Bodies of public GETs, made once a second at most, serialised and compressed once while they stay the same
 * (design, "Speed, by construction"). Bounded by `limit` bytes; the entry made longest ago goes first.
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

  /** What is kept, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The encoded body under `key`; `make` runs when the stored one is over a second old. */
  async read(key: string, make: () => Promise<string>): Promise<Encoded> {
    const stored = this.#entries.get(key);
    const now = this.#clock.now();
    // A clock that stepped back must not freeze an answer.
    if (stored && Math.abs(now - stored.madeAt) < freshFor) return stored.encoded;
    const entry: Entry = { madeAt: now, encoded: this.#remake(stored, make), bytes: overhead + 2 * key.length };
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#grow(entry.bytes);
    entry.encoded.then(
      (encoded) => this.#weigh(key, entry, sizeOf(encoded)),
      () => this.#drop(key, entry),
    );
    return entry.encoded;
  }

  async #remake(stored: Entry | undefined, make: () => Promise<string>): Promise<Encoded> {
    const text = await make();
    const before = await stored?.encoded.catch(() => undefined);
    if (before?.identity.equals(Buffer.from(text))) return before;
    return encode(text);
  }

  /** A body's size is known when it is made; by then another may stand in its place. */
  #weigh(key: string, entry: Entry, bytes: number): void {
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
