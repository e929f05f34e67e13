import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Sends text in the best encoding the caller takes; quick settings, since the page was made for this answer. */
export async function compress(request: FastifyRequest, reply: FastifyReply, text: string) {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (accepted.includes('br')) {
    const packed = await toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
    return reply.header('content-encoding', 'br').send(packed);
  }
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(await toGzip(text));
  return reply.send(text);
}
