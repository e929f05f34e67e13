import type { FastifyInstance } from 'fastify';
import { filePath, getFile, uploadDocument, uploadImage, uploadRefusals } from '../../contract/files.ts';
import { StreamResponse } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { findFile, markFileStored } from './file.repo.ts';
import type { Purpose } from './file-refusals.ts';
import { openFile, parseRange } from './open-file.ts';
import { uploadTimeouts } from './upload/read-body.ts';
import { createReceive, type UploadDeps } from './upload/receive-upload.ts';
import { ReceivedFile } from './upload/received-file.ts';

/**
 * Turns off the parsing of request bodies for all routes of a Fastify scope, so that these routes can read the body
 * as a stream.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const downloadNames: Record<Purpose, string> = { document: 'document.pdf', image: 'profile-image.webp' };

/** The calls for uploads. `mount` must belong to a Fastify scope that `acceptUploads` has prepared. */
export function uploadRoutes(mount: Mount, deps: UploadDeps): void {
  for (const [endpoint, purpose] of [
    [uploadDocument, 'document'],
    [uploadImage, 'image'],
  ] as const) {
    mount(
      endpoint,
      async ({ body: { file }, db }) => {
        if (!(file instanceof ReceivedFile)) throw new Error('the upload was not received');
        if (!(await markFileStored(db, file.id, file.stored)))
          throw refuse(uploadRefusals, 'INVALID_REQUEST', 'The upload took too long. Please try again.', {
            status: 408,
          });
        return { statusCode: 200, url: filePath(file.id) };
      },
      // With `bodyTimeouts`, a slow upload is cut off even if it was refused and nobody reads the rest of its body.
      { receive: createReceive(deps, purpose), bodyTimeouts: deps.timeouts ?? uploadTimeouts },
    );
  }
}

/** The call that downloads a student's own file. */
export function fileRoutes(mount: Mount, { blobs }: Pick<UploadDeps, 'blobs'>): void {
  mount(getFile, async ({ db, params, subject, reply }) => {
    const file = await findFile(db, subject.studentId, params.id);
    if (!file) throw notFound();
    const range = parseRange(reply.request.headers.range, file.bytes);
    const stream = await openFile(blobs, reply.request, file.id, range);
    if (!stream) throw notFound();
    return new StreamResponse(stream, {
      mediaType: file.media_type,
      name: downloadNames[file.purpose],
      bytes: file.bytes,
      range,
    });
  });
}
