import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { documentType } from '../../contract/files.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import { openGate } from '../http/gate.ts';
import { Refusal, signInNeeded } from '../http/refusal.ts';
import { type Blobs, BlobsUnavailable, type WholeFile } from '../providers/blobs.ts';
import type { Clock } from '../providers/clock.ts';
import { checkPdf } from './check-pdf.ts';
import { isPictureStart, squarePicture } from './check-picture.ts';
import { beginFile } from './file.repo.ts';
import { type Purpose, refuseFile } from './file-refusals.ts';
import { drain, type Pace } from './read-body.ts';
import { ReceivedFile } from './received-file.ts';
import { removeFailed } from './remove-files.ts';
import { type Spooled, spoolUpload } from './spool.ts';

export type UploadParts = {
  db: Kysely<Database>;
  clock: Clock;
  blobs: Blobs;
  /** Where uploads are written until they are checked; emptied by the sweep. */
  spoolDir: string;
  pace?: Pace | undefined;
};

/** Files of one student that nothing names: whoever uploads more than anybody saves is stopped. */
const mostLoose = 60;

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0).finally(() => handle.close());
  return buffer.subarray(0, bytesRead);
}

/** So many files are looked into at once, and pictures decoded: each may take a moment of a core, and memory. */
const atOnce: Record<Purpose, number> = { document: 2, image: 1 };

/** What is stored of an upload: a document as it came, of an image a square of our own making. */
async function makeWhole(purpose: Purpose, path: string, spooled: Spooled): Promise<WholeFile> {
  if (purpose === 'document') {
    await checkPdf(path);
    return { path, ...spooled, mediaType: documentType };
  }
  if (!isPictureStart(await readHead(path))) throw refuseFile('image', 'WRONG_TYPE');
  const square = `${path}.webp`;
  const picture = await squarePicture(path);
  await writeFile(square, picture, { flag: 'wx', mode: 0o600 });
  const sha256 = createHash('sha256').update(picture).digest();
  return { path: square, bytes: picture.length, sha256, mediaType: 'image/webp' };
}

/** The store being full is the academy's trouble: its log says it, the student is asked to come again. */
function toRefusal(request: FastifyRequest, error: unknown): unknown {
  const isDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
  if (!isDisk && !(error instanceof BlobsUnavailable)) return error;
  request.log.error({ err: error }, 'an upload could not be stored');
  const text = 'Files cannot be saved at present. Please try again later.';
  return new Refusal(503, 'UNAVAILABLE', text, { retryAfter: 30, cause: error });
}

async function begin(parts: UploadParts, id: string, studentId: string, purpose: Purpose): Promise<void> {
  const now = new Date(parts.clock.now());
  if (await beginFile(parts.db, { id, studentId, purpose, now, mostLoose })) return;
  const text = 'Too many uploads that were never saved. Please try again tomorrow.';
  throw new Refusal(429, 'TOO_MANY_UPLOADS', text, { retryAfter: 3600 });
}

/**
 * Reads an upload into the store, checked, under a row that is there first; the call's transaction then keeps it.
 * What is not kept is removed when the call ends, or, should this process die, by the sweep.
 */
export function createReceive(parts: UploadParts, purpose: Purpose) {
  const gate = openGate(atOnce[purpose]);
  const store = async (request: FastifyRequest, id: string): Promise<ReceivedFile> => {
    const path = join(parts.spoolDir, id);
    try {
      await mkdir(parts.spoolDir, { recursive: true, mode: 0o700 });
      const spooled = await spoolUpload(request.raw, { purpose, path, pace: parts.pace });
      const whole = await gate.pass(() => makeWhole(purpose, path, spooled));
      await parts.blobs.put(id, whole);
      return new ReceivedFile(id, spooled.sha256, whole);
    } catch (error) {
      drain(request.raw);
      throw toRefusal(request, error);
    } finally {
      for (const left of [path, `${path}.webp`]) await rm(left, { force: true }).catch(() => undefined);
    }
  };
  return async (request: FastifyRequest, subject: Subject | null): Promise<() => Promise<void>> => {
    if (!subject) throw signInNeeded();
    const id = randomUUID();
    const end = () =>
      removeFailed(parts, id).catch((error: unknown) => request.log.warn({ err: error }, 'left to the sweep'));
    try {
      await begin(parts, id, subject.studentId, purpose);
      request.body = { file: await store(request, id) };
    } catch (error) {
      await end();
      throw error;
    }
    return end;
  };
}
