import { fromPromise } from 'xstate';
import { resetPassword, verifyResetToken } from '../../contract/password-reset.ts';
import { resetPasswordMachine } from '../../machines/reset-password.machine.ts';
import type {
  PasswordChange,
  ResetPasswordFailure,
  UpdatePasswordOutcome,
  VerifyLinkOutcome,
} from '../../machines/reset-password.types.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { callOnce } from './keyed-call.ts';

export type ResetFlowParts = {
  api: Api;
  /** The link's; null where the page was opened without one. */
  token: string | null;
  /** The server has ended every session of the student. */
  onUpdated: () => void;
};

const failures: Record<string, ResetPasswordFailure> = {
  INVALID_REQUEST: 'invalidRequest',
  UNABLE_TO_UPDATE: 'unableToUpdate',
  USER_NOT_FOUND: 'userNotFound',
  PASSWORD_SAME_AS_OLD: 'sameAsOld',
  INTERNAL_ERROR: 'internalError',
};

async function verifyLink({ api, token }: ResetFlowParts, signal: AbortSignal): Promise<VerifyLinkOutcome> {
  if (token === null) return { kind: 'refused' };
  try {
    await api.call(verifyResetToken, { body: { tok: token } }, { signal });
    return { kind: 'verified' };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'offline') return { kind: 'refused' };
    throw error;
  }
}

async function updatePassword(
  { api, token, onUpdated }: ResetFlowParts,
  change: PasswordChange,
  signal: AbortSignal,
): Promise<UpdatePasswordOutcome> {
  try {
    await callOnce(api, resetPassword, { body: { ...change, tok: token ?? '' } }, signal);
    onUpdated();
    return { kind: 'updated' };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.failure) throw error;
    const { code, message } = error.failure;
    if (code === 'UNAUTHORIZED_REQUEST') return { kind: 'unauthorized' };
    return { kind: 'refused', code: failures[code] ?? 'other', detail: message };
  }
}

/** The reset-password machine bound to the product API and the link's token. */
export function createResetFlow(parts: ResetFlowParts) {
  return resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise<VerifyLinkOutcome, undefined>(({ signal }) => verifyLink(parts, signal)),
      updatePassword: fromPromise<UpdatePasswordOutcome, PasswordChange>(({ input, signal }) =>
        updatePassword(parts, input, signal),
      ),
    },
  });
}

export type ResetFlow = ReturnType<typeof createResetFlow>;
