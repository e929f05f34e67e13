import { assertEvent, assign, setup } from 'xstate';
import type {
  LoginContext,
  LoginEvent,
  LoginFailure,
  LoginInput,
  LoginMethod,
  LoginOutput,
  LookUpInput,
  LookUpOutcome,
  PasswordInput,
  PasswordOutcome,
} from './login.types.ts';
import { offeredMethods } from './login.types.ts';
import { oneTimeCodeMachine } from './one-time-code.machine.ts';
import type { OneTimeCodeOutput } from './one-time-code.types.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

const noFailure = { failure: null, words: null };
const noOne = { user: null, student: null, ...noFailure };

// The password stays in the event: context is what a snapshot or an inspector shows.
function passwordInput({ context, event }: { context: LoginContext; event: LoginEvent }): PasswordInput {
  assertEvent(event, 'password.submit');
  const { identifier, user } = context;
  return {
    identifier,
    field: user?.field ?? 'email',
    user_id: user?.user_id ?? '',
    password: event.password,
  };
}

function codeInput({ context }: { context: LoginContext }) {
  return {
    method: context.method === 'email_otp' ? ('email_otp' as const) : ('whatsapp_otp' as const),
    user: { user_id: context.user?.user_id ?? '' },
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

/** Sign-in: identifier, method, then password or one-time code (document 1, sections 2, 4 and 8). */
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
      description: 'A code under way is awaited on; an identifier in the address is looked up at once.',
      always: [
        { guard: 'isUnderWay', target: 'enteringCode' },
        { guard: 'hasIdentifier', target: 'lookingUp' },
        { target: 'enteringIdentifier' },
      ],
    },
    enteringIdentifier: {
      description: 'The student types an e-mail, mobile, INDOS or passport number.',
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
      description: 'The lookup got no usable answer; shown with the not-found notice.',
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
      description: 'The sign-in by password failed; it can be tried again.',
      tags: 'failed',
      on: {
        'password.submit': { guard: 'isPasswordGiven', target: 'signingInByPassword' },
        'step.back': { target: 'choosingMethod', actions: 'clearFailure' },
      },
    },
    enteringCode: {
      description: 'The one-time code runs as a machine of its own.',
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
      description: 'The one-time code broke off.',
      tags: 'failed',
      on: { 'step.back': { target: 'choosingMethod', actions: 'clearFailure' } },
    },
    signedIn: { description: 'The student is signed in.', type: 'final' },
  },
});
