import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { profileMutations } from '../profile.mutations.ts';

/**
 * Uploads a profile image. `progress` is 0 to 1, or null if no upload is running. Leaving the page cancels the upload.
 */
export function usePictureUpload(studentId: string, onDone: () => void) {
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { mutate, reset, isPending, error } = useMutation({
    ...profileMutations.uploadPicture(studentId),
    onSettled: (_saved, error) => {
      if (!error) onDone();
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    progress: isPending ? progress : null,
    error: error?.message ?? null,
    send: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(0);
      mutate({ file, signal: controller.signal, onProgress: setProgress });
    },
    /** Cancels a running upload, or clears the error of the last upload. */
    cancel: () => {
      running.current?.abort();
      reset();
    },
  };
}
