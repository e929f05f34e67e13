import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { baseRefusals } from '../../contract/endpoint.ts';
import { getFile } from '../../contract/files.ts';
import { refuse } from '../http/refusal.ts';
import { type Blobs, BlobsUnavailable, type ByteRange } from '../providers/blobs/blobs.ts';

const rangeHeader = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses a `Range` header (RFC 9110, 14.2) for a file of `bytes` bytes. Returns null, which means the whole file, if
 * the header is missing or invalid, has several ranges, or uses another unit than bytes.
 * @throws Refusal 416 for a range outside the file
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null {
  const [, from = '', to = ''] = rangeHeader.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  if (first > last) throw refuse(getFile.refusals, 'INVALID_REQUEST', 'The file has no such part.', { status: 416 });
  return { first, last };
}

/**
 * Opens a stored file, or a range of it; null if the file store does not have it.
 * @throws Refusal 503 if the file store is not available
 */
export async function openFile(
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
    throw refuse(baseRefusals, 'UNAVAILABLE', 'Files cannot be opened at the moment. Please try again later.', {
      retryAfter: 30,
      cause: error,
    });
  }
}
