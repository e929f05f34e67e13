import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import type { OnShown } from '../../../machines/clock.ts';
import { ApiError } from '../../lib/api.ts';

export type CheckoutFlowDeps = {
  client: QueryClient;
  studentId: string;
  now: () => number;
  onShown: OnShown;
  /** This site's origin, for example `https://host`. */
  origin: string;
  /** Opens the payment page in place of this one. Rejects if the student comes back with the Back button. */
  leaveFor: (url: string, signal: AbortSignal) => Promise<void>;
  /** Called when the student's sign-in session is no longer valid. */
  onSignedOut: () => void;
  /** Called with the error when saving the student's details fails, and with null when saving begins. */
  onSaveFailure: (error: unknown) => void;
};

export type Call<Input, Output> = (deps: CheckoutFlowDeps, input: Input, signal: AbortSignal) => Promise<Output>;

/**
 * Turns an API call into an actor of the checkout machine. A 401 also calls `onSignedOut`. The error of an aborted call
 * is ignored: the actor then never settles.
 */
export function runCall<Input, Output>(deps: CheckoutFlowDeps, call: Call<Input, Output>) {
  return fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await call(deps, input, signal);
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => {});
      if (error instanceof ApiError && error.status === 401) deps.onSignedOut();
      throw error;
    }
  });
}
