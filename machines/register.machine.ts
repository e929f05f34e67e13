import { assertEvent, assign, setup } from 'xstate';
import { registrationRedirect } from '../contract/limits.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';
import type {
  RegisterContext,
  RegisterEvent,
  RegisterInput,
  RegisterOutcome,
  RegisterOutput,
  RegisterRefusal,
} from './register.types.ts';

const requestFailed: RegisterRefusal = { code: 'requestFailed', advice: null, fields: {} };

// The form stays in the event, since it has a password: context is what a snapshot or an inspector shows.
function registerInput({ event }: { event: RegisterEvent }): RegisterInput {
  assertEvent(event, 'details.submit');
  return { registration: event.registration };
}

/** Registration of a new student (document 1, sections 2, 4 and 8). */
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
      description: 'The form is on its way.',
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
      description: 'A student with the same e-mail or INDOS number is registered already.',
      tags: 'failed',
      on: { 'details.submit': { target: 'registering' } },
    },
    registrationFailed: {
      description: 'The form did not get through, or was refused; it can be sent again.',
      tags: 'failed',
      on: { 'details.submit': { target: 'registering' } },
    },
    registered: {
      description: 'The student is registered; the page says so for a moment.',
      after: { registrationRedirect: { target: 'left' } },
    },
    left: { description: 'Login is next.', type: 'final' },
  },
});
