import type { FastifyInstance } from 'fastify';
import { filePath, getFile, uploadDocument, uploadImage } from '../../contract/files.ts';
import { StreamAnswer } from '../http/call.ts';
import type { Mount } from '../http/mount.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { findFile, keepFile } from './file.repo.ts';
import type { Purpose } from './file-refusals.ts';
import { openStored } from './open-stored.ts';
import { readRange } from './read-range.ts';
import { createReceive, type UploadParts } from './receive-upload.ts';
import { ReceivedFile } from './received-file.ts';

/** Leaves every body of the scope's routes unread, so that it comes to them as a stream. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const names: Record<Purpose, string> = { document: 'document.pdf', image: 'profile-image.webp' };

/** Uploads of a student, in a scope that `acceptUploads` has prepared (document 2, section 7). */
export function uploadRoutes(mount: Mount, parts: UploadParts): void {
  for (const [endpoint, purpose] of [
    [uploadDocument, 'document'],
    [uploadImage, 'image'],
  ] as const) {
    mount(
      endpoint,
      async ({ body: { file }, db }) => {
        if (!(file instanceof ReceivedFile)) throw new Error('the upload was not received');
        if (!(await keepFile(db, file.id, file.stored)))
          throw new Refusal(408, 'INVALID_REQUEST', 'The upload took too long. Please try again.');
        return { statusCode: 200, url: filePath(file.id) };
      },
      { receive: createReceive(parts, purpose) },
    );
  }
}

/** The student's own files, to be saved (decisions, "Answers": files). */
export function fileRoutes(mount: Mount, { blobs }: Pick<UploadParts, 'blobs'>): void {
  mount(getFile, async ({ db, params, subject, reply }) => {
    const file = await findFile(db, subject.studentId, params.id);
    if (!file) throw notFound();
    const range = readRange(reply.request.headers.range, file.bytes);
    const stream = await openStored(blobs, reply.request, file.id, range);
    if (!stream) throw notFound();
    return new StreamAnswer(stream, {
      mediaType: file.media_type,
      name: names[file.purpose],
      bytes: file.bytes,
      range,
    });
  });
}
