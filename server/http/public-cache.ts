import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../providers/clock.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const freshFor = 1000;
const compressFrom = 1024;

type Encoded = { etag: string; identity: Buffer; br: Buffer | null; gzip: Buffer | null };
type Entry = { madeAt: number; encoded: Promise<Encoded> };

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

/** A list of tags; a proxy that packs anew has made ours weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
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
 * (design, "Speed, by construction"). Bounded; the oldest entry goes first.
 */
export class PublicCache {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;
  readonly #limit: number;

  constructor(clock: Clock, limit = 500) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** The encoded body under `key`; `make` runs when the stored one is over a second old. */
  async read(key: string, make: () => Promise<string>): Promise<Encoded> {
    const stored = this.#entries.get(key);
    const now = this.#clock.now();
    // A clock that stepped back must not freeze an answer.
    if (stored && Math.abs(now - stored.madeAt) < freshFor) return stored.encoded;
    const encoded = this.#remake(stored, make);
    this.#keep(key, { madeAt: now, encoded });
    encoded.catch(() => this.#entries.delete(key));
    return encoded;
  }

  async #remake(stored: Entry | undefined, make: () => Promise<string>): Promise<Encoded> {
    const text = await make();
    const before = await stored?.encoded.catch(() => undefined);
    if (before?.identity.equals(Buffer.from(text))) return before;
    return encode(text);
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#limit && !oldest.done) this.#entries.delete(oldest.value);
  }
}
