import { fromPromise } from 'xstate';
import type { RefusalCode } from '../../../contract/endpoint.ts';
import { requestPasswordReset } from '../../../contract/password-reset.ts';
import {
  type ForgotPasswordFailure,
  forgotPasswordMachine,
  type SendLinkInput,
  type SendLinkOutcome,
} from '../../../machines/forgot-password.machine.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { refusalCode } from '../../lib/refusals.ts';
import { callOnce } from '../idempotent-call.ts';

const failures: Partial<Record<RefusalCode<typeof requestPasswordReset>, ForgotPasswordFailure>> = {
  USER_NOT_FOUND: 'userNotFound',
  INVALID_REQUEST: 'invalidRequest',
  ALREADY_SENT: 'alreadySent',
  INTERNAL_ERROR: 'internalError',
};

async function sendLink(api: Api, input: SendLinkInput, signal: AbortSignal): Promise<SendLinkOutcome> {
  try {
    await callOnce(api, requestPasswordReset, { body: input }, signal);
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.failure) throw error;
    const { message } = error.failure;
    const code = refusalCode(error, requestPasswordReset);
    return { kind: 'refused', code: (code && failures[code]) ?? 'other', detail: message };
  }
}

/** The state machine of the forgot-password page, with an actor that calls the API. */
export function createForgotFlow(api: Api) {
  return forgotPasswordMachine.provide({
    actors: {
      sendLink: fromPromise<SendLinkOutcome, SendLinkInput>(({ input, signal }) => sendLink(api, input, signal)),
    },
  });
}

export type ForgotFlow = ReturnType<typeof createForgotFlow>;
