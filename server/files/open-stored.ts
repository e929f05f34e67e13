import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { type Blobs, BlobsUnavailable, type ByteRange } from '../providers/blobs.ts';

/**
 * The bytes of a file that a row names; null where the store has none.
 * @throws Refusal 503 while the store cannot be read
 */
export async function openStored(
  blobs: Blobs,
  request: FastifyRequest,
  id: string,
  range: ByteRange | null,
): Promise<Readable | null> {
  try {
    const stream = await blobs.open(id, range ?? undefined);
    if (!stream) request.log.error({ file: id }, 'a stored file is missing');
    return stream;
  } catch (error) {
    if (!(error instanceof BlobsUnavailable)) throw error;
    request.log.error({ err: error }, 'the store of files cannot be read');
    throw new Refusal(503, 'UNAVAILABLE', 'Files cannot be read at present. Please try again later.', {
      retryAfter: 30,
      cause: error,
    });
  }
}
