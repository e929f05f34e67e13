import { fromPromise } from 'xstate';
import { getContact, searchUser, signInByCode, signInByPassword } from '../../../contract/auth.ts';
import {
  type Limited,
  type LookUpInput,
  type LookUpOutcome,
  loginMachine,
  type PasswordInput,
  type PasswordOutcome,
} from '../../../machines/login.machine.ts';
import type {
  CodeSignInInput,
  CodeSignInOutcome,
  ContactInput,
  ContactOutput,
} from '../../../machines/one-time-code.machine.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { createCodeFlow, rethrowLimit } from '../code/code-flow.ts';
import type { CodeProvider } from '../code/code-provider.ts';

type LoginFlowDeps = { api: Api; provider: CodeProvider; now: () => number };

/**
 * Returns a 429 (rate limit) as an outcome with its message, which says when to try again. Rethrows every other error.
 */
function limitedOrThrow(error: unknown): Limited {
  if (error instanceof ApiError && error.status === 429) return { kind: 'limited', words: error.message };
  throw error;
}

async function lookUp(
  { api }: LoginFlowDeps,
  { identifier }: LookUpInput,
  signal: AbortSignal,
): Promise<LookUpOutcome> {
  try {
    return { kind: 'found', user: (await api.call(searchUser, { body: { identifier } }, { signal })).user };
  } catch (error) {
    if (isRefusal(error, searchUser, 'USER_NOT_FOUND')) return { kind: 'notFound' };
    return limitedOrThrow(error);
  }
}

async function submitPassword(
  { api }: LoginFlowDeps,
  input: PasswordInput,
  signal: AbortSignal,
): Promise<PasswordOutcome> {
  try {
    const response = await api.call(signInByPassword, { body: { ...input, type: 'student' } }, { signal });
    if (response.statusCode === 200) return { kind: 'signedIn', student: response.user };
    return { kind: 'refused', code: 'userNotFound' };
  } catch (error) {
    if (isRefusal(error, signInByPassword, 'DEFAULT_PASSWORD')) return { kind: 'defaultPassword' };
    if (isRefusal(error, signInByPassword, 'INVALID_CREDENTIALS'))
      return { kind: 'refused', code: 'invalidCredentials' };
    return limitedOrThrow(error);
  }
}

/**
 * Makes a call that requires a lookup ticket (the cookie that says which account this browser has looked up). If the
 * ticket has expired, looks the student up again and repeats the call once: a ticket lasts ten minutes, and a student
 * may wait longer for a one-time code.
 */
async function withTicket<T>(
  deps: LoginFlowDeps,
  endpoint: typeof getContact | typeof signInByCode,
  call: () => Promise<T>,
  { identifier, signal }: { identifier: string; signal: AbortSignal },
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isRefusal(error, endpoint, 'LOOKUP_EXPIRED')) return rethrowLimit(error);
    await deps.api.call(searchUser, { body: { identifier } }, { signal }).catch(rethrowLimit);
    return call().catch(rethrowLimit);
  }
}

async function fetchContact(deps: LoginFlowDeps, input: ContactInput, signal: AbortSignal): Promise<ContactOutput> {
  const { identifier } = input;
  const flag = input.method === 'whatsapp_otp' ? { isWhatsapp: 'true' as const } : { isEmail: 'true' as const };
  const query = { user_id: input.user_id, ...flag };
  const fetch = () => deps.api.call(getContact, { query }, { signal });
  const { user } = await withTicket(deps, getContact, fetch, { identifier, signal });
  return user;
}

async function submitAccessToken(
  deps: LoginFlowDeps,
  input: CodeSignInInput,
  signal: AbortSignal,
): Promise<CodeSignInOutcome> {
  const { user_id, identifier, method, accessToken } = input;
  const body = { user_id, method, type: 'student' as const, OTPtoken: accessToken };
  const submit = () => deps.api.call(signInByCode, { body }, { signal });
  const response = await withTicket(deps, signInByCode, submit, { identifier, signal });
  if (response.statusCode === 200) return { kind: 'signedIn', student: response.user };
  return { kind: 'refused', code: response.statusCode === 201 ? 'userNotFound' : 'invalidCredentials' };
}

/** The login machine with actors that call the API and the provider of one-time codes. */
export function createLoginFlow(deps: LoginFlowDeps) {
  const { provider } = deps;
  const codeFlow = createCodeFlow(
    { provider, now: deps.now },
    {
      fetchContact: (input, signal) => fetchContact(deps, input, signal),
      submitAccessToken: (input, signal) => submitAccessToken(deps, input, signal),
    },
  );
  return loginMachine.provide({
    actors: {
      lookUp: fromPromise<LookUpOutcome, LookUpInput>(({ input, signal }) => lookUp(deps, input, signal)),
      signInByPassword: fromPromise<PasswordOutcome, PasswordInput>(({ input, signal }) =>
        submitPassword(deps, input, signal),
      ),
      oneTimeCode: codeFlow,
    },
  });
}

export type LoginFlow = ReturnType<typeof createLoginFlow>;
