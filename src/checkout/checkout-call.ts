import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { ApiError } from '../lib/api.ts';

export type CheckoutFlowParts = {
  client: QueryClient;
  studentId: string;
  now: () => number;
  /** `https://host` of this site. */
  origin: string;
  /** Leaves for the payment page. Rejects where the student came back by the browser's Back. */
  leaveFor: (url: string, signal: AbortSignal) => Promise<void>;
  /** The server knows no session any more. */
  onSignedOut: () => void;
  /** Why the last save failed; null once another begins. */
  onSaveFailure: (error: unknown) => void;
};

export type Call<Input, Output> = (parts: CheckoutFlowParts, input: Input, signal: AbortSignal) => Promise<Output>;

/** Runs a call as an actor: a 401 is told to the page, and a call that nobody waits for any more says nothing. */
export function runCall<Input, Output>(parts: CheckoutFlowParts, call: Call<Input, Output>) {
  return fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await call(parts, input, signal);
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => {});
      if (error instanceof ApiError && error.status === 401) parts.onSignedOut();
      throw error;
    }
  });
}
