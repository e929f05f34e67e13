import { fromPromise } from 'xstate';
import { registerStudent } from '../../contract/registration.ts';
import { registerMachine } from '../../machines/register.machine.ts';
import type { RegisterInput, RegisterOutcome, RegisterRefusal } from '../../machines/register.types.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { dropDraft } from '../offline/drafts.ts';
import { showToast } from '../ui/toasts.ts';
import { callOnce } from './keyed-call.ts';
import { registeredToast } from './register-texts.ts';

/** Name under which the form keeps what was typed. */
export const registerDraft = 'register';

export type RegisterFlowParts = {
  api: Api;
  /** Tells the client error log of a failure; never what was typed. */
  report: (error: unknown, details: { source: 'registration'; status: number | null; code: string | null }) => void;
};

const laterStatuses: readonly number[] = [429, 503];

function readRefusal(error: unknown): RegisterRefusal {
  const refusal: RegisterRefusal = { code: 'requestFailed', advice: null, fields: {} };
  if (!(error instanceof ApiError)) return refusal;
  if (error.kind === 'offline') return { ...refusal, code: 'noResponse' };
  if (error.status === 409) return { ...refusal, code: 'userExists' };
  const advice = laterStatuses.includes(error.status) ? (error.failure?.message ?? null) : null;
  return { code: 'somethingWrong', advice, fields: error.failure?.fields ?? {} };
}

async function register(
  { api, report }: RegisterFlowParts,
  { registration }: RegisterInput,
  signal: AbortSignal,
): Promise<RegisterOutcome> {
  try {
    await callOnce(api, registerStudent, { body: registration }, signal);
  } catch (error) {
    // The page was left: nobody waits for an answer.
    if (signal.aborted) throw error;
    const { status = null, code = null } = error instanceof ApiError ? error : {};
    report(error, { source: 'registration', status, code });
    return { kind: 'refused', refusal: readRefusal(error) };
  }
  dropDraft(registerDraft);
  showToast({ message: registeredToast, tone: 'right' });
  return { kind: 'registered' };
}

/** The registration machine bound to the product API and the client error log. */
export function createRegisterFlow(parts: RegisterFlowParts) {
  return registerMachine.provide({
    actors: {
      register: fromPromise<RegisterOutcome, RegisterInput>(({ input, signal }) => register(parts, input, signal)),
    },
  });
}

export type RegisterFlow = ReturnType<typeof createRegisterFlow>;
