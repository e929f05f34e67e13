import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uploadRefusals } from '../../../contract/files.ts';
import type { BodyTimeouts } from '../../http/body-timeouts.ts';
import { refuse } from '../../http/refusal.ts';
import { BlobsUnavailable } from '../../providers/blobs/blobs.ts';
import { maxBytes, refuseFile, type UploadKind } from '../file-refusals.ts';
import { MalformedBody, MultipartReader, parseBoundary } from './multipart-reader.ts';
import { readBody, UploadAborted } from './read-body.ts';

/** Size and SHA-256 of an uploaded file as the client sent it. */
export type Spooled = { bytes: number; sha256: Buffer };

type SpoolOptions = { purpose: UploadKind; path: string; timeouts?: BodyTimeouts | undefined };

/** How many bytes a request body may contain besides the file itself: the headers of its parts, and other fields. */
const maxOverheadBytes = 64 * 1024;
const maxParts = 10;

/** Writes a part of the multipart body to the file at `path` and hashes it. Stops as soon as the part is too large. */
async function writePart(part: AsyncIterable<Buffer>, { path, purpose }: SpoolOptions): Promise<Spooled> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > maxBytes[purpose]) return done(refuseFile(purpose, 'TOO_LARGE'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { bytes, sha256: hash.digest() };
}

async function writeFilePart(reader: MultipartReader, options: SpoolOptions): Promise<Spooled> {
  let written: Spooled | undefined;
  for (let parts = 0; parts < maxParts; parts++) {
    const head = await reader.next();
    if (head === null && written) return written;
    if (head === null) break;
    if (!/^content-disposition:\s*form-data;(?:.*;)?\s*name="?file"?\s*(?:;|$)/im.test(head)) continue;
    if (written) break;
    written = await writePart(reader.body(), options);
  }
  throw refuseFile(options.purpose, 'FILE_MISSING');
}

/**
 * Turns errors of an upload into refusals. Errors of the disk become BlobsUnavailable, because they are not the
 * client's fault.
 */
function toSpoolError(purpose: UploadKind, error: unknown): unknown {
  if (error instanceof UploadAborted)
    return refuse(uploadRefusals, 'INVALID_REQUEST', 'The upload was interrupted. Please try again.', {
      status: 408,
      cause: error,
    });
  if (error instanceof MalformedBody) return refuseFile(purpose, 'FILE_MISSING', error);
  const { syscall, code } = Object(error) as NodeJS.ErrnoException;
  return syscall ? new BlobsUnavailable(`uploads cannot be written (${code})`, { cause: error }) : error;
}

/**
 * Writes the part `file` of a `multipart/form-data` body to a new file at `path`, in constant memory. The file name
 * and type that the client sent are ignored.
 * @throws Refusal 400 FILE_MISSING unless there is exactly one such part; 408 if the upload was aborted; 413
 *   TOO_LARGE
 * @throws BlobsUnavailable if the disk cannot be written
 */
export async function spoolUpload(request: IncomingMessage, options: SpoolOptions): Promise<Spooled> {
  const { purpose, timeouts } = options;
  if (Number(request.headers['content-length']) > maxBytes[purpose] + maxOverheadBytes)
    throw refuseFile(purpose, 'TOO_LARGE');
  const source = readBody(request, timeouts);
  try {
    return await writeFilePart(new MultipartReader(source, parseBoundary(request.headers['content-type'])), options);
  } catch (error) {
    throw toSpoolError(purpose, error);
  } finally {
    // Do not await the end of `source`: the generator may still be waiting for bytes from the client.
    void source.return(undefined).catch(() => undefined);
  }
}
