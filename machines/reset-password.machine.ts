import { assertEvent, assign, setup } from 'xstate';
import { resetRedirect } from '../contract/limits.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';
import type {
  PasswordChange,
  ResetPasswordContext,
  ResetPasswordEnd,
  ResetPasswordEvent,
  ResetPasswordOutput,
  UpdatePasswordOutcome,
  VerifyLinkOutcome,
} from './reset-password.types.ts';

// The passwords stay in the event, and the link's token with the flow: context is what a snapshot or an inspector shows.
function passwordChange({ event }: { event: ResetPasswordEvent }): PasswordChange {
  assertEvent(event, 'password.submit');
  return event.change;
}

/** Sets a new password by a mailed link (document 1, sections 2, 4 and 8). */
export const resetPasswordMachine = setup({
  types: {} as {
    context: ResetPasswordContext;
    events: ResetPasswordEvent;
    output: ResetPasswordOutput;
    tags: 'busy' | 'failed';
  },
  actors: {
    verifyLink: promisePlaceholder<VerifyLinkOutcome>(),
    updatePassword: promisePlaceholder<UpdatePasswordOutcome, PasswordChange>(),
  },
  guards: {
    isVerified: (_, outcome: VerifyLinkOutcome) => outcome.kind === 'verified',
    isUpdated: (_, outcome: UpdatePasswordOutcome) => outcome.kind === 'updated',
    isUnauthorized: (_, outcome: UpdatePasswordOutcome) => outcome.kind === 'unauthorized',
  },
  actions: {
    clearFailure: assign({ failure: null, detail: null }),
    storeRefusal: assign((_, outcome: UpdatePasswordOutcome) =>
      outcome.kind === 'refused' ? { failure: outcome.code, detail: outcome.detail } : {},
    ),
    noteNoAnswer: assign({ failure: 'other', detail: null }),
    noteEnd: assign((_, end: ResetPasswordEnd) => ({ end })),
  },
  delays: { resetRedirect },
}).createMachine({
  id: 'resetPassword',
  description: 'Checks the link that was mailed, then sets the new password.',
  initial: 'verifyingLink',
  context: { failure: null, detail: null, end: 'updated' },
  output: ({ context }) => ({ kind: context.end }),
  states: {
    verifyingLink: {
      description: 'The link is being checked; until then the fields are disabled.',
      tags: 'busy',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        onDone: [
          { guard: withOutput('isVerified'), target: 'enteringPassword' },
          { target: 'left', actions: { type: 'noteEnd', params: 'linkRefused' } },
        ],
        onError: { target: 'left', actions: { type: 'noteEnd', params: 'linkUnchecked' } },
      },
    },
    enteringPassword: {
      description: 'The student types e-mail and new password.',
      on: { 'password.submit': { target: 'updatingPassword' } },
    },
    updatingPassword: {
      description: 'The new password is on its way.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'updatePassword',
        src: 'updatePassword',
        input: passwordChange,
        onDone: [
          { guard: withOutput('isUpdated'), target: 'passwordUpdated' },
          {
            guard: withOutput('isUnauthorized'),
            target: 'left',
            actions: { type: 'noteEnd', params: 'unauthorized' },
          },
          { target: 'updateRefused', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'updateRefused', actions: 'noteNoAnswer' },
      },
    },
    updateRefused: {
      description: 'The password was not changed, or nobody knows; it can be sent again.',
      tags: 'failed',
      on: {
        'password.submit': { target: 'updatingPassword' },
        'form.cancel': { target: 'enteringPassword', actions: 'clearFailure' },
      },
    },
    passwordUpdated: {
      description: 'The password is changed; the page says so for a moment.',
      after: { resetRedirect: { target: 'left' } },
    },
    left: { description: 'The page goes on, by what it ended with.', type: 'final' },
  },
});
