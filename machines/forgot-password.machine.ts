import { assign, setup } from 'xstate';
import type {
  ForgotPasswordContext,
  ForgotPasswordEvent,
  ForgotPasswordOutput,
  SendLinkInput,
  SendLinkOutcome,
} from './forgot-password.types.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/** Asks for a link to set a new password (document 1, sections 2, 4 and 8). */
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
  description: 'Has a link mailed by which a student sets a new password.',
  initial: 'enteringEmail',
  context: { email: '', failure: null, detail: null },
  output: ({ context }) => ({ kind: 'sent', email: context.email }),
  states: {
    enteringEmail: {
      description: 'The student types the e-mail of the account.',
      on: { 'email.submit': { target: 'sendingLink', actions: 'storeEmail' } },
    },
    sendingLink: {
      description: 'The server is asked to mail the link.',
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
      description: 'No link was mailed; the student may correct the e-mail or try again.',
      tags: 'failed',
      on: { 'email.submit': { target: 'sendingLink', actions: 'storeEmail' } },
    },
    linkSent: { description: 'The link is in the mail.', type: 'final' },
  },
});
