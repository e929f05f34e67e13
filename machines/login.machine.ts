import { assertEvent, assign, setup } from 'xstate';
import type { CodeMethod, LookupUser } from '../contract/auth.ts';
import type { SignedIn } from '../contract/signed-in.ts';
import { type CodeOut, type OneTimeCodeOutput, oneTimeCodeMachine } from './one-time-code.machine.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

export type LoginMethod = 'password' | CodeMethod;

/** A sign-in by one-time code that began before the page was reloaded. */
export type LoginUnderWay = { identifier: string; user: LookupUser; codeOut: CodeOut };

/**
 * Input of the machine. `identifier`: taken from the page's URL and looked up at once. `underWay`: a sign-in to
 * continue after a reload.
 */
export type LoginInput = { identifier?: string | undefined; underWay?: LoginUnderWay | null };

/** The student who signed in, and the sign-in method. */
type LoginOutput = { student: SignedIn; method: LoginMethod };

export type LookUpInput = { identifier: string };
/**
 * The result of a call that was refused because of too many requests. `words`: the server's text on when to try again.
 */
export type Limited = { kind: 'limited'; words: string };
export type LookUpOutcome = { kind: 'found'; user: LookupUser } | { kind: 'notFound' } | Limited;

export type PasswordInput = Pick<LookupUser, 'field' | 'user_id'> & { identifier: string; password: string };
type PasswordFailure = 'invalidCredentials' | 'userNotFound' | 'somethingWrong';
export type PasswordOutcome =
  | { kind: 'signedIn'; student: SignedIn }
  | { kind: 'defaultPassword' }
  | { kind: 'refused'; code: PasswordFailure }
  | Limited;

export type LoginFailure = 'identifierNotFound' | 'lookupFailed' | 'tooManyRequests' | PasswordFailure;

type LoginContext = {
  identifier: string;
  user: LookupUser | null;
  method: LoginMethod;
  /** A one-time code that was sent before the page was reloaded. */
  codeOut: CodeOut | null;
  student: SignedIn | null;
  failure: LoginFailure | null;
  /** The server's text about a failure, if it says more than the page's own text. */
  words: string | null;
};

export type LoginEvent =
  | { type: 'identifier.submit'; identifier: string }
  | { type: 'method.choose'; method: LoginMethod }
  | { type: 'password.submit'; password: string }
  | { type: 'step.back' };

/**
 * Sign-in methods that the account can use. An account without a password of its own (`is_default_password`) cannot use
 * the password method: the page shows its button, but disabled.
 */
export function offeredMethods(user: LookupUser): LoginMethod[] {
  const methods: LoginMethod[] = [];
  if (!user.is_default_password) methods.push('password');
  if (user.whatsapp_number || user.mobile) methods.push('whatsapp_otp');
  if (user.email) methods.push('email_otp');
  return methods;
}

const noFailure = { failure: null, words: null };
const noOne = { user: null, student: null, ...noFailure };

function foundUser({ user }: LoginContext): LookupUser {
  if (!user) throw new Error('no account was looked up');
  return user;
}

// The password is read from the event and never stored in the context, because snapshots and inspectors show the
// context.
function passwordInput({ context, event }: { context: LoginContext; event: LoginEvent }): PasswordInput {
  assertEvent(event, 'password.submit');
  const { field, user_id } = foundUser(context);
  return { identifier: context.identifier, field, user_id, password: event.password };
}

function codeInput({ context }: { context: LoginContext }) {
  return {
    method: context.method === 'email_otp' ? ('email_otp' as const) : ('whatsapp_otp' as const),
    user: { user_id: foundUser(context).user_id },
    identifier: context.identifier,
    codeOut: context.codeOut,
  };
}

function isOffered(context: LoginContext, method: LoginMethod): boolean {
  return context.user !== null && offeredMethods(context.user).includes(method);
}

function signedInStudent({ student }: LoginContext) {
  if (!student) throw new Error('signed in without a student');
  return student;
}

/** Sign-in: identifier, method, then password or one-time code (docs/product.md#sign-in). */
export const loginMachine = setup({
  types: {} as {
    context: LoginContext;
    events: LoginEvent;
    input: LoginInput;
    output: LoginOutput;
    children: { oneTimeCode: 'oneTimeCode' };
    tags: 'busy' | 'failed';
  },
  actors: {
    lookUp: promisePlaceholder<LookUpOutcome, LookUpInput>(),
    signInByPassword: promisePlaceholder<PasswordOutcome, PasswordInput>(),
    oneTimeCode: oneTimeCodeMachine,
  },
  guards: {
    isUnderWay: ({ context }) => context.user !== null && context.codeOut !== null,
    hasIdentifier: ({ context }) => context.identifier !== '',
    isIdentifierGiven: ({ event }) => event.type === 'identifier.submit' && event.identifier.trim() !== '',
    isPasswordGiven: ({ event }) => event.type === 'password.submit' && event.password !== '',
    isPasswordChosen: ({ context, event }) =>
      event.type === 'method.choose' && event.method === 'password' && isOffered(context, event.method),
    isCodeChosen: ({ context, event }) =>
      event.type === 'method.choose' && event.method !== 'password' && isOffered(context, event.method),
    isFound: (_, outcome: LookUpOutcome) => outcome.kind === 'found',
    isSignedIn: (_, outcome: PasswordOutcome | OneTimeCodeOutput) => outcome.kind === 'signedIn',
    isLimited: (_, outcome: LookUpOutcome | PasswordOutcome) => outcome.kind === 'limited',
    isDefaultPassword: (_, outcome: PasswordOutcome) => outcome.kind === 'defaultPassword',
  },
  actions: {
    startOver: assign({ ...noOne, identifier: '' }),
    clearFailure: assign(noFailure),
    storeIdentifier: assign(({ event }) =>
      event.type === 'identifier.submit' ? { ...noOne, identifier: event.identifier.trim() } : {},
    ),
    storeUser: assign((_, outcome: LookUpOutcome) => (outcome.kind === 'found' ? { user: outcome.user } : {})),
    storeMethod: assign(({ event }) =>
      event.type === 'method.choose' ? { method: event.method, codeOut: null, ...noFailure } : {},
    ),
    storeStudent: assign((_, outcome: PasswordOutcome | OneTimeCodeOutput) =>
      outcome.kind === 'signedIn' ? { student: outcome.student } : {},
    ),
    storeRefusal: assign((_, outcome: PasswordOutcome) =>
      outcome.kind === 'refused' ? { failure: outcome.code } : {},
    ),
    storeLimit: assign((_, outcome: LookUpOutcome | PasswordOutcome) =>
      outcome.kind === 'limited' ? { failure: 'tooManyRequests' as const, words: outcome.words } : {},
    ),
    noteDefaultPassword: assign(({ context }) => ({
      user: context.user && { ...context.user, is_default_password: true },
    })),
    noteFailure: assign((_, failure: LoginFailure) => ({ failure, words: null })),
  },
}).createMachine({
  id: 'login',
  description: 'Finds the student’s account and signs in by password or by a one-time code.',
  initial: 'arriving',
  context: ({ input: { identifier, underWay } }) => ({
    ...noOne,
    identifier: underWay?.identifier ?? identifier?.trim() ?? '',
    user: underWay?.user ?? null,
    method: underWay?.codeOut.method ?? 'password',
    codeOut: underWay?.codeOut ?? null,
  }),
  output: ({ context }) => ({ student: signedInStudent(context), method: context.method }),
  states: {
    arriving: {
      description: 'Continues with a code sent before a reload, or looks up the identifier of the address.',
      always: [
        { guard: 'isUnderWay', target: 'enteringCode' },
        { guard: 'hasIdentifier', target: 'lookingUp' },
        { target: 'enteringIdentifier' },
      ],
    },
    enteringIdentifier: {
      description: 'The student types an email address, mobile, INDOS or passport number.',
      on: { 'identifier.submit': { guard: 'isIdentifierGiven', target: 'lookingUp', actions: 'storeIdentifier' } },
    },
    lookingUp: {
      description: 'The account is being looked up.',
      tags: 'busy',
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context }) => ({ identifier: context.identifier }),
        onDone: [
          { guard: withOutput('isFound'), target: 'choosingMethod', actions: withOutput('storeUser') },
          { guard: withOutput('isLimited'), target: 'lookupFailed', actions: withOutput('storeLimit') },
          { target: 'identifierNotFound', actions: { type: 'noteFailure', params: 'identifierNotFound' } },
        ],
        onError: { target: 'lookupFailed', actions: { type: 'noteFailure', params: 'lookupFailed' } },
      },
    },
    identifierNotFound: {
      description: 'No account has this identifier.',
      tags: 'failed',
      on: { 'identifier.submit': { guard: 'isIdentifierGiven', target: 'lookingUp', actions: 'storeIdentifier' } },
    },
    lookupFailed: {
      description: 'The lookup got no usable response; shown like an unknown identifier.',
      tags: 'failed',
      on: { 'identifier.submit': { guard: 'isIdentifierGiven', target: 'lookingUp', actions: 'storeIdentifier' } },
    },
    choosingMethod: {
      description: 'The student chooses among the methods that the account has.',
      on: {
        'method.choose': [
          { guard: 'isPasswordChosen', target: 'enteringPassword', actions: 'storeMethod' },
          { guard: 'isCodeChosen', target: 'enteringCode', actions: 'storeMethod' },
        ],
        'step.back': { target: 'enteringIdentifier', actions: 'startOver' },
      },
    },
    enteringPassword: {
      description: 'The student types the password.',
      entry: 'clearFailure',
      on: {
        'password.submit': { guard: 'isPasswordGiven', target: 'signingInByPassword' },
        'step.back': { target: 'choosingMethod' },
      },
    },
    signingInByPassword: {
      description: 'The server is checking the password.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'signInByPassword',
        src: 'signInByPassword',
        input: passwordInput,
        onDone: [
          { guard: withOutput('isSignedIn'), target: 'signedIn', actions: withOutput('storeStudent') },
          { guard: withOutput('isDefaultPassword'), target: 'choosingMethod', actions: 'noteDefaultPassword' },
          { guard: withOutput('isLimited'), target: 'passwordRejected', actions: withOutput('storeLimit') },
          { target: 'passwordRejected', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'passwordRejected', actions: { type: 'noteFailure', params: 'somethingWrong' } },
      },
    },
    passwordRejected: {
      description: 'The sign-in by password failed; the student can try again.',
      tags: 'failed',
      on: {
        'password.submit': { guard: 'isPasswordGiven', target: 'signingInByPassword' },
        'step.back': { target: 'choosingMethod', actions: 'clearFailure' },
      },
    },
    enteringCode: {
      description: 'The one-time code machine runs as a child.',
      invoke: {
        id: 'oneTimeCode',
        src: 'oneTimeCode',
        input: codeInput,
        onDone: [
          { guard: withOutput('isSignedIn'), target: 'signedIn', actions: withOutput('storeStudent') },
          { target: 'choosingMethod' },
        ],
        onError: { target: 'methodFailed', actions: { type: 'noteFailure', params: 'somethingWrong' } },
      },
    },
    methodFailed: {
      description: 'The one-time code machine failed.',
      tags: 'failed',
      on: { 'step.back': { target: 'choosingMethod', actions: 'clearFailure' } },
    },
    signedIn: { description: 'The student is signed in.', type: 'final' },
  },
});
