import { fromPromise } from 'xstate';
import { createClock } from '../../../machines/clock.ts';
import {
  type CodeSignInInput,
  type CodeSignInOutcome,
  type ContactInput,
  type ContactOutput,
  oneTimeCodeMachine,
  RateLimitedError,
  type ResendInput,
  type ResendOutcome,
  type SendInput,
  type SendOutcome,
  type VerifyInput,
  type VerifyOutcome,
} from '../../../machines/one-time-code.machine.ts';
import { ApiError } from '../../lib/api.ts';
import type { CodeProvider } from './code-provider.ts';

/**
 * The calls that depend on what a one-time code is used for, such as signing in. `fetchContact` finds out where the
 * code is sent. `submitAccessToken` sends our server the provider's access token, which proves that the code was right.
 */
type CodePurpose = {
  fetchContact(input: ContactInput, signal: AbortSignal): Promise<ContactOutput>;
  submitAccessToken(input: CodeSignInInput, signal: AbortSignal): Promise<CodeSignInOutcome>;
};

/**
 * Rethrows the error of a call. A 429 (rate limit) becomes a `RateLimitedError`, whose message the page shows as
 * advice.
 */
export function rethrowLimit(error: unknown): never {
  throw error instanceof ApiError && error.status === 429 ? new RateLimitedError(error.message) : error;
}

/**
 * Returns the state machine for one-time codes. Its actors call the provider of the codes and the functions in
 * `purpose`, which depend on what the code is used for.
 */
export function createCodeFlow(deps: { provider: CodeProvider; now: () => number }, purpose: CodePurpose) {
  const { provider } = deps;
  return oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise<void, undefined>(({ signal }) => provider.load(signal)),
      fetchContact: fromPromise<ContactOutput, ContactInput>(({ input, signal }) =>
        purpose.fetchContact(input, signal),
      ),
      sendCode: fromPromise<SendOutcome, SendInput>(({ input }) => provider.send(input)),
      resendCode: fromPromise<ResendOutcome, ResendInput>(({ input }) => provider.resend(input)),
      verifyCode: fromPromise<VerifyOutcome, VerifyInput>(({ input }) => provider.verify(input)),
      signInByCode: fromPromise<CodeSignInOutcome, CodeSignInInput>(({ input, signal }) =>
        purpose.submitAccessToken(input, signal),
      ),
      tickClock: createClock(deps.now),
    },
  });
}
