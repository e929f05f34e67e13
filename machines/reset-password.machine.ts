import { assertEvent, assign, setup } from 'xstate';
import { resetRedirect } from '../contract/limits.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/** Output of the machine: why the student leaves the page. It decides which page comes next. */
type ResetPasswordOutput = { kind: ResetPasswordEnd };
/**
 * `linkUnchecked`: the emailed link could not be checked. `unauthorized`: the link was no longer valid when the new
 * password was sent.
 */
export type ResetPasswordEnd = 'updated' | 'linkRefused' | 'linkUnchecked' | 'unauthorized';

export type VerifyLinkOutcome = { kind: 'verified' } | { kind: 'refused' };

export type PasswordChange = { email: string; newPassword: string; confirmPassword: string };
/**
 * Why the password was not changed. `other`: no response, or an error code for which the page has no text; `detail` is
 * the server's message, if any.
 */
export type ResetPasswordFailure =
  | 'invalidRequest'
  | 'unableToUpdate'
  | 'userNotFound'
  | 'sameAsOld'
  | 'internalError'
  | 'other';
export type UpdatePasswordOutcome =
  | { kind: 'updated' }
  | { kind: 'unauthorized' }
  | { kind: 'refused'; code: ResetPasswordFailure; detail: string | null };

export type ResetPasswordContext = {
  failure: ResetPasswordFailure | null;
  detail: string | null;
  end: ResetPasswordEnd;
};

export type ResetPasswordEvent = { type: 'password.submit'; change: PasswordChange } | { type: 'form.cancel' };

// Neither passwords nor the link's token are stored in the context, because snapshots and inspectors show the context.
function passwordChange({ event }: { event: ResetPasswordEvent }): PasswordChange {
  assertEvent(event, 'password.submit');
  return event.change;
}

/** Sets a new password with an emailed link (docs/product.md#password-reset). */
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
  description: 'Checks the emailed link, then sets the new password.',
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
      description: 'The student types the email address and the new password.',
      on: { 'password.submit': { target: 'updatingPassword' } },
    },
    updatingPassword: {
      description: 'The new password is being saved.',
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
      description: 'The password was not changed, or the result is unknown; the student can try again.',
      tags: 'failed',
      on: {
        'password.submit': { target: 'updatingPassword' },
        'form.cancel': { target: 'enteringPassword', actions: 'clearFailure' },
      },
    },
    passwordUpdated: {
      description: 'The password is changed; the page shows this before it moves on.',
      after: { resetRedirect: { target: 'left' } },
    },
    left: { description: 'The page is left; the output says where to go.', type: 'final' },
  },
});
