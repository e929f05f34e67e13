import { fromPromise } from 'xstate';
import { registerStudent } from '../../../contract/registration.ts';
import {
  type RegisterInput,
  type RegisterOutcome,
  type RegisterRefusal,
  registerMachine,
} from '../../../machines/register.machine.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { dropDraft } from '../../offline/session/drafts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { callOnce } from '../idempotent-call.ts';
import { registeredToast } from './register-texts.ts';

/** The name under which this tab saves the draft of the registration form. */
export const registerDraft = 'register';

type RegisterFlowDeps = {
  api: Api;
  /** Reports a failed registration to the client error log, without what was typed. */
  report: (error: unknown, details: { source: 'registration'; status: number | null; code: string | null }) => void;
};

/** Status codes for which the message in the response says when to try again. */
const retryLaterStatuses: readonly number[] = [429, 503];

function toRefusal(error: unknown): RegisterRefusal {
  const refusal: RegisterRefusal = { code: 'requestFailed', advice: null, fields: {} };
  if (!(error instanceof ApiError)) return refusal;
  if (error.kind === 'offline') return { ...refusal, code: 'noResponse' };
  if (isRefusal(error, registerStudent, 'USER_EXISTS')) return { ...refusal, code: 'userExists' };
  const fields = error.failure?.fields ?? {};
  if (isRefusal(error, registerStudent, 'PASSWORD_TOO_COMMON')) return { ...refusal, code: 'commonPassword', fields };
  const advice = retryLaterStatuses.includes(error.status) ? (error.failure?.message ?? null) : null;
  return { code: 'somethingWrong', advice, fields };
}

async function register(
  { api, report }: RegisterFlowDeps,
  { registration }: RegisterInput,
  signal: AbortSignal,
): Promise<RegisterOutcome> {
  try {
    await callOnce(api, registerStudent, { body: registration }, signal);
  } catch (error) {
    // The visitor has left the page, which aborts the call. That is not a failure to report.
    if (signal.aborted) throw error;
    const { status = null, code = null } = error instanceof ApiError ? error : {};
    report(error, { source: 'registration', status, code });
    return { kind: 'refused', refusal: toRefusal(error) };
  }
  dropDraft(registerDraft);
  showToast({ message: registeredToast, tone: 'success' });
  return { kind: 'registered' };
}

/** The registration machine with an actor that calls the API and reports failures to the client error log. */
export function createRegisterFlow(deps: RegisterFlowDeps) {
  return registerMachine.provide({
    actors: {
      register: fromPromise<RegisterOutcome, RegisterInput>(({ input, signal }) => register(deps, input, signal)),
    },
  });
}

export type RegisterFlow = ReturnType<typeof createRegisterFlow>;
