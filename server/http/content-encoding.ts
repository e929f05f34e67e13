import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);

export const toGzip = promisify(gzip);

/**
 * Compresses content with brotli. `quality` is 0 to 11. `sizeHint` is the number of bytes of `content`; 0 if unknown.
 */
export function toBrotli(content: string | Buffer, quality: number, sizeHint = 0): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint };
  return compressBrotli(content, { params });
}

/** The best content encoding that the client accepts; null if the body must be sent uncompressed. */
export function acceptedEncoding(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}
