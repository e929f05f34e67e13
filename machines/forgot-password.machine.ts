import { assign, setup } from 'xstate';
import { promisePlaceholder, withOutput } from './placeholder.ts';

type ForgotPasswordOutput = { kind: 'sent'; email: string };

export type SendLinkInput = { email: string };
/** Why no email was sent. `other`: no response, or an error code for which the page has no text. */
export type ForgotPasswordFailure = 'userNotFound' | 'invalidRequest' | 'alreadySent' | 'internalError' | 'other';
/** The response to a request for the email. `detail`: the server's message; null if there is none. */
export type SendLinkOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; code: ForgotPasswordFailure; detail: string | null };

type ForgotPasswordContext = {
  email: string;
  failure: ForgotPasswordFailure | null;
  detail: string | null;
};

export type ForgotPasswordEvent = { type: 'email.submit'; email: string };

/** Requests an email with a link to set a new password (docs/product.md#password-reset). */
export const forgotPasswordMachine = setup({
  types: {} as {
    context: ForgotPasswordContext;
    events: ForgotPasswordEvent;
    output: ForgotPasswordOutput;
    tags: 'busy' | 'failed';
  },
  actors: { sendLink: promisePlaceholder<SendLinkOutcome, SendLinkInput>() },
  guards: { isSent: (_, outcome: SendLinkOutcome) => outcome.kind === 'sent' },
  actions: {
    storeEmail: assign(({ event }) => ({ email: event.email.trim() })),
    clearFailure: assign({ failure: null, detail: null }),
    storeRefusal: assign((_, outcome: SendLinkOutcome) =>
      outcome.kind === 'refused' ? { failure: outcome.code, detail: outcome.detail } : {},
    ),
    noteNoAnswer: assign({ failure: 'other', detail: null }),
  },
}).createMachine({
  id: 'forgotPassword',
  description: 'Requests an email with a link to set a new password.',
  initial: 'enteringEmail',
  context: { email: '', failure: null, detail: null },
  output: ({ context }) => ({ kind: 'sent', email: context.email }),
  states: {
    enteringEmail: {
      description: 'The student types the email address of the account.',
      on: { 'email.submit': { target: 'sendingLink', actions: 'storeEmail' } },
    },
    sendingLink: {
      description: 'The server sends the email.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          { guard: withOutput('isSent'), target: 'linkSent' },
          { target: 'sendRefused', actions: withOutput('storeRefusal') },
        ],
        onError: { target: 'sendRefused', actions: 'noteNoAnswer' },
      },
    },
    sendRefused: {
      description: 'No email was sent; the student can correct the address or try again.',
      tags: 'failed',
      on: { 'email.submit': { target: 'sendingLink', actions: 'storeEmail' } },
    },
    linkSent: { description: 'The email with the link was sent.', type: 'final' },
  },
});
