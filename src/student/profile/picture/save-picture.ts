import type { QueryClient } from '@tanstack/react-query';
import { uploadImage } from '../../../../contract/files.ts';
import { updateStudent } from '../../../../contract/student.ts';
import { apiOf } from '../../../lib/api.ts';
import { uploadFile } from '../../../offline/calls/page-upload.ts';
import { pictureTexts, uploadErrorText } from './picture-rules.ts';

/** Thrown when a profile image was not uploaded or not saved. `message` is the text to show. */
class PictureError extends Error {
  override name = 'PictureError';

  constructor(text: string, cause: unknown) {
    super(text, { cause });
  }
}

const failWith = (textOf: (error: unknown) => string) => (error: unknown) => {
  throw new PictureError(textOf(error), error);
};

/**
 * Sets an uploaded picture as the profile image, or removes the profile image if `url` is null.
 * @throws PictureError
 */
export async function savePicture(client: QueryClient, studentId: string, url: string | null): Promise<void> {
  const change = { params: { userId: studentId }, body: { image_url: url } };
  await apiOf(client)
    .call(updateStudent, change, { key: crypto.randomUUID() })
    .catch(failWith(() => pictureTexts.notSaved));
}

export type PictureUpload = { file: File; signal: AbortSignal; onProgress: (share: number) => void };

/**
 * Uploads a picture and sets it as the profile image. If the upload is aborted, the profile image does not change.
 * @throws PictureError
 */
export async function uploadPicture(client: QueryClient, studentId: string, picture: PictureUpload): Promise<void> {
  const { file, signal, onProgress } = picture;
  const upload = uploadFile(uploadImage, file, { key: crypto.randomUUID(), signal, onProgress });
  const url = await upload.catch(failWith(uploadErrorText));
  signal.throwIfAborted();
  await savePicture(client, studentId, url);
}
