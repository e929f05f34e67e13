import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { baseRefusals } from '../../../contract/endpoint.ts';
import { documentType, longestFile, uploadRefusals } from '../../../contract/files.ts';
import type { Database } from '../../db/schema.ts';
import type { BodyTimeouts } from '../../http/body-timeouts.ts';
import type { Clock } from '../../http/clock.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Subject } from '../../http/mount/call.ts';
import type { DailyLimits } from '../../http/rates/daily-limits.ts';
import { refuse, signInNeeded } from '../../http/refusal.ts';
import { type Blobs, BlobsUnavailable, type WholeFile } from '../../providers/blobs/blobs.ts';
import { checkPdf } from '../check/check-pdf.ts';
import {
  hasContentPictureSignature,
  hasPictureSignature,
  signatureBytes,
  squarePicture,
} from '../check/check-picture.ts';
import { insertFile, type LooseFileLimits } from '../file.repo.ts';
import { type Purpose, refuseFile } from '../file-refusals.ts';
import { removeFailedUpload } from '../remove-files.ts';
import { minFreeShare } from '../upload-folder.ts';
import { drain } from './read-body.ts';
import { ReceivedFile } from './received-file.ts';
import { type Spooled, spoolUpload } from './spool.ts';

export type UploadDeps = {
  db: Kysely<Database>;
  clock: Clock;
  blobs: Blobs;
  /** Folder in which an upload is stored until it has been checked. */
  spoolDir: string;
  timeouts?: BodyTimeouts | undefined;
  dailyLimits: DailyLimits;
  /** How many bytes may be uploaded from one IP address a day. */
  dailyBytes: number;
  /**
   * Reads the size and the free space of the disk that contains `folder`, in bytes. By default it asks the operating
   * system.
   */
  readDisk?: ((folder: string) => Promise<{ size: number; free: number }>) | undefined;
};

/** What the upload of a picture for the academy's content needs. */
export type PictureUploadDeps = Pick<UploadDeps, 'spoolDir' | 'timeouts' | 'readDisk'>;

/** Maximum number of a student's uploads to which no document or profile refers. */
const looseLimits: LooseFileLimits = { unverified: 3, verified: 10 };
/** The limits for a repeated upload: one file more, because the file of the first upload is still there. */
const limitsOfRepeats: LooseFileLimits = { unverified: looseLimits.unverified + 1, verified: looseLimits.verified + 1 };

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    .finally(() => handle.close());
  return buffer.subarray(0, bytesRead);
}

/**
 * How many uploads are checked at the same time, for each kind of file. The numbers are small, because a check takes
 * much CPU time and memory.
 */
const maxConcurrent: Record<Purpose, number> = { document: 2, image: 1 };

/**
 * Checks an uploaded file and returns the file to store: a document as it was uploaded, or a square picture made from
 * an image.
 */
async function checkUpload(purpose: Purpose, path: string, spooled: Spooled): Promise<WholeFile> {
  if (purpose === 'document') {
    await checkPdf(path);
    return { path, ...spooled, mediaType: documentType };
  }
  if (!hasPictureSignature(await readHead(path))) throw refuseFile('image', 'WRONG_TYPE');
  const square = `${path}.webp`;
  const picture = await squarePicture(path);
  await writeFile(square, picture, { flag: 'wx', mode: 0o600 });
  const sha256 = createHash('sha256').update(picture).digest();
  return { path: square, bytes: picture.length, sha256, mediaType: 'image/webp' };
}

/**
 * Turns errors of the disk or the file store into a refusal with status 503. The original error is logged as its cause.
 */
function toUploadError(error: unknown): unknown {
  const isDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
  if (!isDisk && !(error instanceof BlobsUnavailable)) return error;
  const text = 'Files cannot be saved at the moment. Please try again later.';
  return refuse(baseRefusals, 'UNAVAILABLE', text, { retryAfter: 30, cause: error });
}

async function readDisk(folder: string): Promise<{ size: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/**
 * Refuses uploads before the disk is full, because the database may be on the same disk.
 * @throws Refusal 503 if the disk is nearly full
 */
async function requireFreeSpace(deps: PictureUploadDeps): Promise<void> {
  await mkdir(deps.spoolDir, { recursive: true, mode: 0o700 });
  const { size, free } = await (deps.readDisk ?? readDisk)(deps.spoolDir);
  if (free >= size * minFreeShare) return;
  const cause = new Error(`only ${free} of the ${size} bytes of the disk are free`);
  const text = 'Files cannot be saved at the moment, because storage is nearly full. Please try again later.';
  throw refuse(baseRefusals, 'UNAVAILABLE', text, { retryAfter: 600, cause });
}

/**
 * Counts an upload's bytes towards the daily limit of the IP address from which it comes. Returns what was counted, so
 * that the caller can subtract it again.
 * @throws Refusal 429 if the limit is exceeded
 */
async function useDailyBytes({ dailyLimits, dailyBytes }: UploadDeps, request: FastifyRequest) {
  const declared = Number(request.headers['content-length'] ?? longestFile);
  const usage = { address: request.ip, amount: Math.min(declared, longestFile) };
  if (await dailyLimits.use('uploadBytes', { ...usage, limit: dailyBytes })) return usage;
  const text =
    'Too many files were uploaded from your network today. Please try again tomorrow, or from another network.';
  throw refuse(uploadRefusals, 'TOO_MANY_UPLOADS', text, { retryAfter: dailyLimits.untilReset() / 1000 });
}

async function insertRow(
  deps: UploadDeps,
  file: { id: string; studentId: string; purpose: Purpose },
  isRepeat: () => Promise<boolean>,
): Promise<void> {
  const row = { ...file, now: new Date(deps.clock.now()) };
  const { isInserted, isVerified } = await insertFile(deps.db, { ...row, limits: looseLimits });
  if (isInserted) return;
  // The response to an upload may have been lost. Receive the file once more, so that a repeat gets the stored
  // response; the file itself is removed again.
  if ((await isRepeat()) && (await insertFile(deps.db, { ...row, limits: limitsOfRepeats })).isInserted) return;
  const advice = isVerified
    ? '.'
    : ', or sign in once by a code to your email or phone, after which you may upload more.';
  const text = `You have too many uploads that were not saved. Please try again tomorrow${advice}`;
  throw refuse(uploadRefusals, 'TOO_MANY_UPLOADS', text, { retryAfter: 3600 });
}

/**
 * Creates the `receive` option of an upload endpoint: a function that inserts the file's row, then reads, checks and
 * stores the upload. The endpoint's handler must mark the file as stored in its own transaction. Otherwise the file is
 * removed at the end of the call or, if the process dies, by `sweepFiles`.
 */
export function createReceive(deps: UploadDeps, purpose: Purpose) {
  const limit = createConcurrencyLimit(maxConcurrent[purpose]);
  const store = async (request: FastifyRequest, id: string): Promise<ReceivedFile> => {
    const path = join(deps.spoolDir, id);
    try {
      const spooled = await spoolUpload(request.raw, { purpose, path, timeouts: deps.timeouts });
      const file = await limit.run(() => checkUpload(purpose, path, spooled));
      await deps.blobs.put(id, file);
      return new ReceivedFile(id, spooled.sha256, file);
    } catch (error) {
      drain(request.raw);
      throw toUploadError(error);
    } finally {
      for (const temporary of [path, `${path}.webp`]) await rm(temporary, { force: true }).catch(() => undefined);
    }
  };
  return async (
    request: FastifyRequest,
    subject: Subject | null,
    isRepeat: () => Promise<boolean>,
  ): Promise<() => Promise<void>> => {
    if (!subject) throw signInNeeded();
    const id = randomUUID();
    const cleanUp = () =>
      removeFailedUpload(deps, id).catch((error: unknown) =>
        request.log.warn({ err: error }, 'a failed upload could not be removed; the sweep will retry'),
      );
    await requireFreeSpace(deps).catch((error: unknown) => {
      throw toUploadError(error);
    });
    const usage = await useDailyBytes(deps, request);
    try {
      await insertRow(deps, { id, studentId: subject.studentId, purpose }, isRepeat);
      request.body = { file: await store(request, id) };
    } catch (error) {
      await cleanUp();
      await deps.dailyLimits.giveBack('uploadBytes', usage);
      throw error;
    }
    return cleanUp;
  };
}

/**
 * An uploaded picture for the academy's content, at `path` on the disk. `sha256` is the hash of the bytes that the
 * client sent.
 */
export type ReceivedPicture = { path: string; sha256: Buffer };

/**
 * Creates the `receive` option of an endpoint that uploads a picture for the academy's content. `convert` turns the
 * uploaded picture into the value that the handler gets in the parsed body. The uploaded file is deleted afterwards.
 */
export function createPictureReceive(
  deps: PictureUploadDeps,
  convert: (picture: ReceivedPicture, request: FastifyRequest) => Promise<File>,
) {
  const limit = createConcurrencyLimit(maxConcurrent.image);
  return async (request: FastifyRequest): Promise<() => Promise<void>> => {
    const path = join(deps.spoolDir, randomUUID());
    try {
      await requireFreeSpace(deps);
      const { sha256 } = await spoolUpload(request.raw, { purpose: 'picture', path, timeouts: deps.timeouts });
      if (!hasContentPictureSignature(await readHead(path))) throw refuseFile('picture', 'WRONG_TYPE');
      request.body = { file: await limit.run(() => convert({ path, sha256 }, request)) };
    } catch (error) {
      drain(request.raw);
      throw toUploadError(error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
    return async () => {};
  };
}
