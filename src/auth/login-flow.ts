import { fromPromise } from 'xstate';
import { getContact, searchUser, signInByCode, signInByPassword } from '../../contract/auth.ts';
import { createClock } from '../../machines/clock.ts';
import { loginMachine } from '../../machines/login.machine.ts';
import type {
  Limited,
  LookUpInput,
  LookUpOutcome,
  PasswordInput,
  PasswordOutcome,
} from '../../machines/login.types.ts';
import { oneTimeCodeMachine } from '../../machines/one-time-code.machine.ts';
import type {
  CodeSignInInput,
  CodeSignInOutcome,
  ContactInput,
  ContactOutput,
  ResendInput,
  ResendOutcome,
  SendInput,
  SendOutcome,
  VerifyInput,
  VerifyOutcome,
} from '../../machines/one-time-code.types.ts';
import { TooOften } from '../../machines/one-time-code.types.ts';
import { type Api, ApiError } from '../lib/api.ts';
import type { CodeProvider } from './code-provider.ts';

export type LoginFlowParts = { api: Api; provider: CodeProvider; now: () => number };

/** A call that came too often says when to try again (decisions, "Rates, sessions, privacy"); every other error goes on. */
function limitOr(error: unknown): Limited {
  if (error instanceof ApiError && error.status === 429) return { kind: 'limited', words: error.message };
  throw error;
}

/** The same for the steps of a code, whose machine takes it for a failure with advice. */
function tellLimit(error: unknown): never {
  throw error instanceof ApiError && error.status === 429 ? new TooOften(error.message) : error;
}

async function lookUp(
  { api }: LoginFlowParts,
  { identifier }: LookUpInput,
  signal: AbortSignal,
): Promise<LookUpOutcome> {
  try {
    return { kind: 'found', user: (await api.call(searchUser, { body: { identifier } }, { signal })).user };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { kind: 'notFound' };
    return limitOr(error);
  }
}

async function checkPassword(
  { api }: LoginFlowParts,
  input: PasswordInput,
  signal: AbortSignal,
): Promise<PasswordOutcome> {
  try {
    const answer = await api.call(signInByPassword, { body: { ...input, type: 'student' } }, { signal });
    if (answer.statusCode === 200) return { kind: 'signedIn', student: answer.user };
    return { kind: 'refused', code: 'userNotFound' };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'DEFAULT_PASSWORD') return { kind: 'defaultPassword' };
    if (error instanceof ApiError && error.status === 401) return { kind: 'refused', code: 'invalidCredentials' };
    return limitOr(error);
  }
}

async function fetchContact({ api }: LoginFlowParts, input: ContactInput, signal: AbortSignal): Promise<ContactOutput> {
  const flag = input.method === 'whatsapp_otp' ? { isWhatsapp: 'true' as const } : { isEmail: 'true' as const };
  const query = { user_id: input.user_id, ...flag };
  const { user } = await api.call(getContact, { query }, { signal }).catch(tellLimit);
  return user;
}

async function openSession(
  { api }: LoginFlowParts,
  input: CodeSignInInput,
  signal: AbortSignal,
): Promise<CodeSignInOutcome> {
  const { user_id, method, accessToken } = input;
  const body = { user_id, method, type: 'student' as const, OTPtoken: accessToken };
  const answer = await api.call(signInByCode, { body }, { signal }).catch(tellLimit);
  if (answer.statusCode === 200) return { kind: 'signedIn', student: answer.user };
  return { kind: 'refused', code: answer.statusCode === 201 ? 'userNotFound' : 'invalidCredentials' };
}

/** The login machine bound to the product API and the code provider. */
export function createLoginFlow(parts: LoginFlowParts) {
  const { provider } = parts;
  const codeFlow = oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise<void, undefined>(({ signal }) => provider.load(signal)),
      fetchContact: fromPromise<ContactOutput, ContactInput>(({ input, signal }) => fetchContact(parts, input, signal)),
      sendCode: fromPromise<SendOutcome, SendInput>(({ input }) => provider.send(input)),
      resendCode: fromPromise<ResendOutcome, ResendInput>(({ input }) => provider.resend(input)),
      verifyCode: fromPromise<VerifyOutcome, VerifyInput>(({ input }) => provider.verify(input)),
      signInByCode: fromPromise<CodeSignInOutcome, CodeSignInInput>(({ input, signal }) =>
        openSession(parts, input, signal),
      ),
      tickClock: createClock(parts.now),
    },
  });
  return loginMachine.provide({
    actors: {
      lookUp: fromPromise<LookUpOutcome, LookUpInput>(({ input, signal }) => lookUp(parts, input, signal)),
      signInByPassword: fromPromise<PasswordOutcome, PasswordInput>(({ input, signal }) =>
        checkPassword(parts, input, signal),
      ),
      oneTimeCode: codeFlow,
    },
  });
}

export type LoginFlow = ReturnType<typeof createLoginFlow>;
