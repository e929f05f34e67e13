import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../../../contract/files.ts';
import { updateStudent } from '../../../../contract/student.ts';
import { sessionQueries } from '../../../auth/session/session.queries.ts';
import { apiOf } from '../../../lib/api.ts';
import { uploadFile } from '../../../offline/calls/page-upload.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { studentQueries } from '../../student.queries.ts';
import { type PictureText, pictureTexts, uploadErrorText } from './picture-rules.ts';

/** The picture was not saved. `message` is the text to show. */
class PictureError extends Error {
  override name = 'PictureError';

  constructor(text: PictureText, cause: unknown) {
    super(text, { cause });
  }
}

const failWith = (textOf: (error: unknown) => PictureText) => (error: unknown) => {
  throw new PictureError(textOf(error), error);
};

/** Sets an uploaded picture as the profile image, or removes the image (null), and refetches the profile. @throws PictureError */
export async function savePicture(client: QueryClient, studentId: string, url: string | null): Promise<void> {
  const change = { params: { userId: studentId }, body: { image_url: url } };
  await apiOf(client)
    .call(updateStudent, change, { key: crypto.randomUUID() })
    .catch(failWith(() => pictureTexts.notSaved));
  showToast({ message: 'Updated Successfully', tone: 'success' });
  void client.invalidateQueries({ queryKey: sessionQueries.all() });
  await client.invalidateQueries({ queryKey: studentQueries.all() });
}

type PictureUpload = { file: File; signal: AbortSignal; onProgress: (share: number) => void };

/** Uploads a picture and sets it as the profile image. An aborted upload changes nothing. @throws PictureError */
async function uploadPicture(client: QueryClient, studentId: string, picture: PictureUpload): Promise<void> {
  const { file, signal, onProgress } = picture;
  const upload = uploadFile(uploadImage, file, { key: crypto.randomUUID(), signal, onProgress });
  const url = await upload.catch(failWith(uploadErrorText));
  signal.throwIfAborted();
  await savePicture(client, studentId, url);
}

/** Uploads a profile image with progress (0 to 1, null when idle). Leaving the page cancels the upload. */
export function usePictureUpload(studentId: string, onDone: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(0);
      return uploadPicture(client, studentId, { file, signal: controller.signal, onProgress: setProgress });
    },
    onSuccess: onDone,
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    progress: isPending ? progress : null,
    error: error?.message ?? null,
    send: (file: File) => mutate(file),
    /** Cancels the upload and clears its error. */
    cancel: () => {
      running.current?.abort();
      reset();
    },
  };
}
