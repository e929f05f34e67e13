import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchOutbox } from '../../offline/open-outbox.ts';
import { type SubmissionRefusal, toSubmissionRefusal } from './submission-refusal.ts';

type SubmissionParts<Form> = {
  /** Sends the form; its answer is the reference number, null where it is kept until the connection is back. */
  send: (form: Form) => Promise<string | null>;
  onReceived: () => void;
  onKept: () => void;
  onRefused: (refusal: SubmissionRefusal) => void;
  /** What the form says of a failure. */
  readRefusal?: (error: unknown) => SubmissionRefusal;
};

/** One form under way: a second tap while the first is sent does nothing. It carries on when the page is left. */
export function useSubmission<Form>({ send, onReceived, onKept, onRefused, ...parts }: SubmissionParts<Form>) {
  const { readRefusal = toSubmissionRefusal } = parts;
  const isUnderWay = useRef(false);
  useEffect(fetchOutbox, []);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (reference) => (reference === null ? onKept() : onReceived()),
    onError: (error) => onRefused(readRefusal(error)),
    onSettled: () => {
      isUnderWay.current = false;
    },
    // What was written must not stay in memory after the page.
    gcTime: 0,
  });
  return {
    submit: (form: Form) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      sending.mutate(form);
    },
    forget: () => {
      if (!isUnderWay.current) sending.reset();
    },
    isSending: sending.isPending,
    /** Number under which the form was received. */
    reference: sending.data ?? null,
    /** It waits on this device. */
    isKept: sending.data === null,
    refusal: sending.error ? readRefusal(sending.error) : null,
  };
}
