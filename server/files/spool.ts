import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../http/refusal.ts';
import { BlobsUnavailable } from '../providers/blobs.ts';
import { mostBytes, type Purpose, refuseFile } from './file-refusals.ts';
import { Malformed, PartReader, readBoundary } from './part-reader.ts';
import { CutOff, type Pace, readBody } from './read-body.ts';

/** Bytes that came, by count and SHA-256. */
export type Spooled = { bytes: number; sha256: Buffer };

export type SpoolOptions = { purpose: Purpose; path: string; pace?: Pace | undefined };

/** What a body has around the file: heads of parts, other fields. */
const wrapping = 64 * 1024;
/** Fields beside the file. */
const mostParts = 10;

/** Writes and measures a part; one that is too long is refused as soon as it is. */
async function writePart(part: AsyncIterable<Buffer>, { path, purpose }: SpoolOptions): Promise<Spooled> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > mostBytes[purpose]) return done(refuseFile(purpose, 'TOO_LARGE'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { bytes, sha256: hash.digest() };
}

async function writeFile(reader: PartReader, options: SpoolOptions): Promise<Spooled> {
  let written: Spooled | undefined;
  for (let parts = 0; parts < mostParts; parts++) {
    const head = await reader.next();
    if (head === null && written) return written;
    if (head === null) break;
    if (!/^content-disposition:\s*form-data;(?:.*;)?\s*name="?file"?\s*(?:;|$)/im.test(head)) continue;
    if (written) break;
    written = await writePart(reader.body(), options);
  }
  throw refuseFile(options.purpose, 'FILE_MISSING');
}

/** A full or unwritable disk is no fault of the file's. */
function toFailure(purpose: Purpose, error: unknown): unknown {
  if (error instanceof CutOff) return new Refusal(408, 'INVALID_REQUEST', 'The upload was cut off.', { cause: error });
  if (error instanceof Malformed) return refuseFile(purpose, 'FILE_MISSING', error);
  const { syscall, code } = Object(error) as NodeJS.ErrnoException;
  return syscall ? new BlobsUnavailable(`uploads cannot be written (${code})`, { cause: error }) : error;
}

/**
 * Writes the one part `file` of a `multipart/form-data` body to a new file at `path`, in constant memory. The name and
 * the type that the part says it has are not looked at.
 * @throws Refusal 400 FILE_MISSING where there is none, two, or no such body; 408 where the caller went away; 413
 *   TOO_LARGE. BlobsUnavailable where the disk takes nothing
 */
export async function spoolUpload(request: IncomingMessage, options: SpoolOptions): Promise<Spooled> {
  const { purpose, pace } = options;
  if (Number(request.headers['content-length']) > mostBytes[purpose] + wrapping) throw refuseFile(purpose, 'TOO_LARGE');
  const source = readBody(request, pace);
  try {
    return await writeFile(new PartReader(source, readBoundary(request.headers['content-type'])), options);
  } catch (error) {
    throw toFailure(purpose, error);
  } finally {
    // Not waited for: where a byte is still awaited, it ends with that.
    void source.return(undefined).catch(() => undefined);
  }
}
