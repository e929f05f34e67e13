import { assertEvent, assign, setup } from 'xstate';
import { registrationRedirect } from '../contract/limits.ts';
import type { Registration } from '../contract/registration.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

type RegisterOutput = { kind: 'registered' };

export type RegisterInput = { registration: Registration };
/** Why registration failed: refused by the server, or no usable response. */
export type RegisterFailure = 'userExists' | 'commonPassword' | 'somethingWrong' | 'noResponse' | 'requestFailed';
/** `advice`: the server's suggestion of what to do. `fields`: a message for each refused field, keyed by field name. */
export type RegisterRefusal = { code: RegisterFailure; advice: string | null; fields: Record<string, string> };
export type RegisterOutcome = { kind: 'registered' } | { kind: 'refused'; refusal: RegisterRefusal };

type RegisterContext = { refusal: RegisterRefusal | null };

export type RegisterEvent = { type: 'details.submit'; registration: Registration };

const requestFailed: RegisterRefusal = { code: 'requestFailed', advice: null, fields: {} };

// Never store the form in the context: it contains a password, and snapshots and inspectors show the context.
function registerInput({ event }: { event: RegisterEvent }): RegisterInput {
  assertEvent(event, 'details.submit');
  return { registration: event.registration };
}

/** Registers a new student (docs/product.md#registration). */
export const registerMachine = setup({
  types: {} as {
    context: RegisterContext;
    events: RegisterEvent;
    output: RegisterOutput;
    tags: 'busy' | 'failed';
  },
  actors: { register: promisePlaceholder<RegisterOutcome, RegisterInput>() },
  guards: {
    isRegistered: (_, outcome: RegisterOutcome) => outcome.kind === 'registered',
    isUserKnown: (_, outcome: RegisterOutcome) => outcome.kind === 'refused' && outcome.refusal.code === 'userExists',
  },
  actions: {
    clearRefusal: assign({ refusal: null }),
    storeRefusal: assign((_, outcome: RegisterOutcome) =>
      outcome.kind === 'refused' ? { refusal: outcome.refusal } : {},
    ),
    noteRequestFailed: assign({ refusal: requestFailed }),
  },
  delays: { registrationRedirect },
}).createMachine({
  id: 'register',
  description: 'Registers a new student, then leads to login.',
  initial: 'enteringDetails',
  context: { refusal: null },
  output: () => ({ kind: 'registered' }),
  states: {
    enteringDetails: {
      description: 'The visitor fills the form.',
      on: { 'details.submit': { target: 'registering' } },
    },
    registering: {
      description: 'The form is being sent.',
      tags: 'busy',
      entry: 'clearRefusal',
      invoke: {
        id: 'register',
        src: 'register',
        input: registerInput,
        onDone: [
          { guard: withOutput('isRegistered'), target: 'registered' },
          { guard: withOutput('isUserKnown'), target: 'userKnown', actions: withOutput('storeRefusal') },
          { target: 'registrationFailed', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'registrationFailed', actions: 'noteRequestFailed' },
      },
    },
    userKnown: {
      description: 'A student with the same email or INDOS number is already registered.',
      tags: 'failed',
      on: { 'details.submit': { target: 'registering' } },
    },
    registrationFailed: {
      description: 'The form was refused or did not arrive; the visitor can send it again.',
      tags: 'failed',
      on: { 'details.submit': { target: 'registering' } },
    },
    registered: {
      description: 'The student is registered; the page shows this before it moves on.',
      after: { registrationRedirect: { target: 'left' } },
    },
    left: { description: 'Login is next.', type: 'final' },
  },
});
