import { fromPromise } from 'xstate';
import type { RefusalCode } from '../../../contract/endpoint.ts';
import { resetPassword, verifyResetToken } from '../../../contract/password-reset.ts';
import {
  type PasswordChange,
  type ResetPasswordFailure,
  resetPasswordMachine,
  type UpdatePasswordOutcome,
  type VerifyLinkOutcome,
} from '../../../machines/reset-password.machine.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { refusalCode } from '../../lib/refusals.ts';
import { callOnce } from '../idempotent-call.ts';

type ResetFlowDeps = {
  api: Api;
  /** The token of the emailed link; null if the page was opened without a token. */
  token: string | null;
  /** Called when the server has changed the password, and has thereby ended all sign-in sessions of the student. */
  onUpdated: () => void;
};

const failures: Partial<Record<RefusalCode<typeof resetPassword>, ResetPasswordFailure>> = {
  INVALID_REQUEST: 'invalidRequest',
  UNABLE_TO_UPDATE: 'unableToUpdate',
  USER_NOT_FOUND: 'userNotFound',
  PASSWORD_SAME_AS_OLD: 'sameAsOld',
  INTERNAL_ERROR: 'internalError',
};

async function verifyLink({ api, token }: ResetFlowDeps, signal: AbortSignal): Promise<VerifyLinkOutcome> {
  if (token === null) return { kind: 'refused' };
  try {
    await api.call(verifyResetToken, { body: { tok: token } }, { signal });
    return { kind: 'verified' };
  } catch (error) {
    // Only a refusal means that the link is invalid. Without a response, or after an error of a busy or failing server
    // (429 or 5xx), the link may still be valid.
    if (error instanceof ApiError && error.kind === 'refused' && error.status < 500 && error.status !== 429)
      return { kind: 'refused' };
    throw error;
  }
}

async function updatePassword(
  { api, token, onUpdated }: ResetFlowDeps,
  change: PasswordChange,
  signal: AbortSignal,
): Promise<UpdatePasswordOutcome> {
  try {
    await callOnce(api, resetPassword, { body: { ...change, tok: token ?? '' } }, signal);
    onUpdated();
    return { kind: 'updated' };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.failure) throw error;
    const { message } = error.failure;
    const code = refusalCode(error, resetPassword);
    if (code === 'UNAUTHORIZED_REQUEST') return { kind: 'unauthorized' };
    return { kind: 'refused', code: (code && failures[code]) ?? 'other', detail: message };
  }
}

/** The reset-password machine with actors that call the API. */
export function createResetFlow(deps: ResetFlowDeps) {
  return resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise<VerifyLinkOutcome, undefined>(({ signal }) => verifyLink(deps, signal)),
      updatePassword: fromPromise<UpdatePasswordOutcome, PasswordChange>(({ input, signal }) =>
        updatePassword(deps, input, signal),
      ),
    },
  });
}

export type ResetFlow = ReturnType<typeof createResetFlow>;
