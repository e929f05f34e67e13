import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type SubmissionRefusal, toSubmissionRefusal } from './submission-refusal.ts';

type SubmissionParts<Form> = {
  /** Sends the form; its answer is the reference number. */
  send: (form: Form) => Promise<string>;
  onReceived: () => void;
  onRefused: (refusal: SubmissionRefusal) => void;
  /** What the form says of a failure. */
  readRefusal?: (error: unknown) => SubmissionRefusal;
};

/** One form under way: a second tap while the first is sent does nothing. It carries on when the page is left. */
export function useSubmission<Form>({ send, onReceived, onRefused, ...parts }: SubmissionParts<Form>) {
  const { readRefusal = toSubmissionRefusal } = parts;
  const isUnderWay = useRef(false);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onReceived,
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
    refusal: sending.error ? readRefusal(sending.error) : null,
  };
}
