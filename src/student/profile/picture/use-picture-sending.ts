import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sendPicture } from './send-picture.ts';

/** The sending of a picture: how much of it is out (null: none is), why it failed, and its end on request or with the page. */
export function usePictureSending(studentId: string, onDone: () => void) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      stopping.current = controller;
      setSent(0);
      return sendPicture(client, studentId, { file, signal: controller.signal, onProgress: setSent });
    },
    onSuccess: onDone,
  });
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    sent: isPending ? sent : null,
    fault: error?.message ?? null,
    send: (file: File) => mutate(file),
    /** Also forgets why it failed. */
    stop: () => {
      stopping.current?.abort();
      reset();
    },
  };
}
