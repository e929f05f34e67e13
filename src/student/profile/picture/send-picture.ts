import type { QueryClient } from '@tanstack/react-query';
import { uploadImage } from '../../../../contract/files.ts';
import { updateStudent } from '../../../../contract/student.ts';
import { sessionQueries } from '../../../auth/session.queries.ts';
import { apiOf } from '../../../lib/api.ts';
import { uploadFile } from '../../../offline/page-upload.ts';
import { showToast } from '../../../ui/toasts.ts';
import { studentQueries } from '../../student.queries.ts';
import { type PictureText, pictureTexts, uploadFault } from './picture-rules.ts';

/** A picture that was not taken over; `message` is the text to show. */
export class PictureError extends Error {
  override name = 'PictureError';

  constructor(text: PictureText, cause: unknown) {
    super(text, { cause });
  }
}

const failWith = (textOf: (error: unknown) => PictureText) => (error: unknown) => {
  throw new PictureError(textOf(error), error);
};

/** Makes an uploaded picture the student's, or with null takes it away; page and header ask for it anew. @throws PictureError */
export async function savePicture(client: QueryClient, studentId: string, url: string | null): Promise<void> {
  const change = { params: { userId: studentId }, body: { image_url: url } };
  await apiOf(client)
    .call(updateStudent, change, { key: crypto.randomUUID() })
    .catch(failWith(() => pictureTexts.notSaved));
  showToast({ message: 'Updated Successfully', tone: 'right' });
  void client.invalidateQueries({ queryKey: sessionQueries.all() });
  await client.invalidateQueries({ queryKey: studentQueries.all() });
}

export type PictureSending = { file: File; signal: AbortSignal; onProgress: (share: number) => void };

/** Uploads a picture and makes it the student's. @throws PictureError; with an aborted signal nothing was changed */
export async function sendPicture(client: QueryClient, studentId: string, sending: PictureSending): Promise<void> {
  const { file, signal, onProgress } = sending;
  const upload = uploadFile(uploadImage, file, { key: crypto.randomUUID(), signal, onProgress });
  const url = await upload.catch(failWith(uploadFault));
  signal.throwIfAborted();
  await savePicture(client, studentId, url);
}
