import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);

export const toGzip = promisify(gzip);

/**
 * Compresses content with brotli. `quality` is 0 to 11. `sizeHint` is the number of bytes of `content`; 0 if unknown.
 */
export function toBrotli(content: string | Buffer, quality: number, sizeHint = 0): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint };
  return compressBrotli(content, { params });
}

/** Brotli quality for text that is compressed for one response only. */
const onceQuality = 7;
/** Text with fewer bytes than this is sent uncompressed. */
export const minCompressedBytes = 1024;

/** The best content encoding that the client accepts; null if the body must be sent uncompressed. */
export function acceptedEncoding(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

/**
 * Sends text in the best encoding that the client accepts. The text is compressed fast rather than well, because the
 * result is used only once.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = Buffer.byteLength(text) < minCompressedBytes ? null : acceptedEncoding(request);
  if (!encoding) return reply.send(text);
  const compressed = encoding === 'br' ? await toBrotli(text, onceQuality) : await toGzip(text);
  return reply.header('content-encoding', encoding).send(compressed);
}
