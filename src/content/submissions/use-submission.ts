import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { preloadOutbox } from '../../offline/outbox/open-outbox.ts';
import { type SubmissionRefusal, toSubmissionRefusal } from './submission-refusal.ts';

type SubmissionOptions<Form> = {
  /** Sends the form. Resolves with the reference number, or null if the outbox will send the form later. */
  send: (form: Form) => Promise<string | null>;
  onReceived: (sent: Form) => void;
  onQueued: (sent: Form) => void;
  onRefused: (refusal: SubmissionRefusal) => void;
  readRefusal?: (error: unknown) => SubmissionRefusal;
};

/** Whether all fields of a form have the same values in `one` and `other`. */
export function hasSameValues<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).every(([name, value]) => Reflect.get(other, name) === value);
}

/**
 * Sends one form at a time: `submit` does nothing while a form is being sent. Sending goes on after the visitor has
 * left the page.
 */
export function useSubmission<Form>({ send, onReceived, onQueued, onRefused, ...options }: SubmissionOptions<Form>) {
  const { readRefusal = toSubmissionRefusal } = options;
  const isInFlight = useRef(false);
  useEffect(preloadOutbox, []);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (reference, sent) => (reference === null ? onQueued(sent) : onReceived(sent)),
    onError: (error) => onRefused(readRefusal(error)),
    onSettled: () => {
      isInFlight.current = false;
    },
    // Remove the typed text from memory as soon as the visitor has left the page.
    gcTime: 0,
  });
  return {
    submit: (form: Form) => {
      if (isInFlight.current) return;
      isInFlight.current = true;
      sending.mutate(form);
    },
    forget: () => {
      if (!isInFlight.current) sending.reset();
    },
    isSending: sending.isPending,
    /** Reference number of the received form; null if no form has been received. */
    reference: sending.data ?? null,
    /** Whether the form is in the outbox. */
    isQueued: sending.data === null,
    refusal: sending.error ? readRefusal(sending.error) : null,
  };
}
