import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { listContentPictures, uploadContentPicture } from '../../../contract/staff/content-pictures.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { BodyTimeouts } from '../../http/body-timeouts.ts';
import type { Clock } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { invalidRequest, type Refusal, refuse } from '../../http/refusal.ts';
import { listMedia } from '../files/content-files.ts';
import { insertPicture, listPicturePaths } from './content-picture.repo.ts';
import { PictureError, type PreparedPicture, preparePicture } from './prepare-picture.ts';

/**
 * Converts an uploaded picture, stored at `path` on the disk, to the value that the handler gets in the parsed body.
 * `sha256` is the hash of the bytes that the client sent.
 */
type Convert = (upload: { path: string; sha256: Buffer }, request: FastifyRequest) => Promise<File>;

export type PictureRouteDeps = {
  clock: Clock;
  /** Creates a function that receives an uploaded picture and passes it to `convert`. */
  receive: (convert: Convert) => (request: FastifyRequest) => Promise<() => Promise<void>>;
  bodyTimeouts: BodyTimeouts;
};

/** The number of characters of the hash in the path of an uploaded picture. */
const hashLength = 10;
const longestName = 40;

/**
 * The picture files of all sizes that were made from an upload. In the parsed body of the call, this object takes the
 * place of the uploaded file.
 */
class UploadedPicture extends File {
  readonly pictures: readonly [PreparedPicture, ...PreparedPicture[]];
  readonly sentHash: string;

  constructor(pictures: UploadedPicture['pictures'], sha256: Buffer) {
    super([], 'picture');
    this.pictures = pictures;
    this.sentHash = sha256.toString('hex');
  }

  /**
   * Makes the hash of the request depend on the uploaded file, so that a call with the same idempotency key and another
   * file is rejected.
   */
  toJSON(): string {
    return this.sentHash;
  }
}

/** Converts a name to a part of a path: lowercase letters, digits and single dashes. */
function toSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/\.[a-z]{3,4}$/, '').replaceAll(/[^a-z0-9]+/g, '-');
  return slug.slice(0, longestName).replaceAll(/^-|-$/g, '') || 'picture';
}

type Choice = { name: string; folder: string; focus_x: number; focus_y: number };

/**
 * The beginning of the URL paths of an uploaded picture, to which the ending of each size is added. A picture with
 * other bytes, another folder or another focus point gets other paths, so browsers may cache the files for ever.
 */
function stemOf({ name, folder, focus_x, focus_y }: Choice, sentHash: string): string {
  const hash = createHash('sha256').update(`${sentHash} ${focus_x} ${focus_y}`).digest('hex').slice(0, hashLength);
  return `/media/${folder}/${toSlug(name)}-${hash}`;
}

function refusePicture({ code, message, cause }: PictureError): Refusal {
  const { refusals } = uploadContentPicture;
  return code === 'TOO_SMALL'
    ? refuse(refusals, code, `The picture ${message}. Choose a larger one.`)
    : refuse(
        refusals,
        code,
        'The picture is damaged, animated or too large to read. Save it again as a JPEG and upload that.',
        { cause },
      );
}

/** Makes all sizes of an uploaded picture. The folder and the focus point are those in the query string of the call. */
const convert: Convert = async ({ path, sha256 }, request) => {
  const query = uploadContentPicture.query.safeParse(request.query);
  // Parse the query string here, because `mount` parses it only after the upload was received.
  if (!query.success) throw invalidRequest(query.error.issues[0]?.message ?? 'The request is not valid.');
  const { folder, focus_x: x, focus_y: y } = query.data;
  try {
    return new UploadedPicture(await preparePicture(path, folder, { x, y }), sha256);
  } catch (error) {
    throw error instanceof PictureError ? refusePicture(error) : error;
  }
};

/**
 * Matches the paths by which content documents refer to pictures. For a picture with several sizes, this is the path of
 * the file that is 640 pixels wide.
 */
const namedFile = /-640\.webp$|\.(?:svg|png|jpe?g)$|^\/media\/people\/[^/]+\.webp$/;

/**
 * The call that lists the pictures of the content folder and the uploaded pictures
 * (docs/product.md#content-in-the-console).
 */
export function pictureListRoutes(mount: Mount, { contentDir }: { contentDir: string }): void {
  mount(listContentPictures, async ({ db }) => {
    const paths = new Set([...(await listMedia(contentDir)), ...(await listPicturePaths(db))]);
    return { statusCode: 200, data: [...paths].filter((path) => namedFile.test(path)).toSorted() };
  });
}

/** The call that uploads a picture. `mount` must belong to a Fastify scope that does not parse request bodies. */
export function pictureUploadRoutes(mount: Mount, { clock, receive, bodyTimeouts }: PictureRouteDeps): void {
  mount(
    uploadContentPicture,
    async ({ db, query, body: { file }, staff }) => {
      if (!(file instanceof UploadedPicture)) throw new Error('the upload was not received');
      const [named] = file.pictures;
      const now = new Date(clock.now());
      const stem = stemOf(query, file.sentHash);
      const path = `${stem}${named.ending}`;
      await insertPicture(db, stem, file.pictures, { staffId: staff.staffId, now });
      const action = { action: 'content picture upload', subject: `picture:${path}`, after: { path } };
      await recordStaffAction(db, staff, action, now);
      return { statusCode: 200, data: { path } };
    },
    { receive: receive(convert), bodyTimeouts },
  );
}
