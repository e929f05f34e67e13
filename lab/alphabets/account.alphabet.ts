import type { ForgotPasswordEvent, SendLinkOutcome } from '../../machines/forgot-password.machine.ts';
import type { RegisterEvent, RegisterOutcome } from '../../machines/register.machine.ts';
import type {
  ResetPasswordEvent,
  UpdatePasswordOutcome,
  VerifyLinkOutcome,
} from '../../machines/reset-password.machine.ts';
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent } from './fixtures.ts';

const registerEvents: SerializedEvent<RegisterEvent>[] = [
  { type: 'details.submit', registration: { fixture: 'student.registration' } },
];
const registerOutcomes: Record<string, RegisterOutcome> = {
  registered: { kind: 'registered' },
  userExists: { kind: 'refused', refusal: { code: 'userExists', advice: null, fields: {} } },
  noResponse: { kind: 'refused', refusal: { code: 'noResponse', advice: null, fields: {} } },
};
const forgotEvents: SerializedEvent<ForgotPasswordEvent>[] = [
  { type: 'email.submit', email: { fixture: 'student.email' } },
];
const sendOutcomes: Record<string, SendLinkOutcome> = {
  sent: { kind: 'sent' },
  alreadySent: { kind: 'refused', code: 'alreadySent', detail: 'Try after sometimes.' },
};
const resetEvents: SerializedEvent<ResetPasswordEvent>[] = [
  { type: 'password.submit', change: { fixture: 'student.passwordChange' } },
  { type: 'form.cancel' },
];
const verifyOutcomes: Record<string, VerifyLinkOutcome> = {
  verified: { kind: 'verified' },
  refused: { kind: 'refused' },
};
const updateOutcomes: Record<string, UpdatePasswordOutcome> = {
  updated: { kind: 'updated' },
  unauthorized: { kind: 'unauthorized' },
  sameAsOld: { kind: 'refused', code: 'sameAsOld', detail: 'New password cannot be same as old password.' },
};

export const registerAlphabet = {
  inputs: [null],
  events: registerEvents,
  outcomes: { register: registerOutcomes },
} satisfies Alphabet;

export const forgotPasswordAlphabet = {
  inputs: [null],
  events: forgotEvents,
  outcomes: { sendLink: sendOutcomes },
} satisfies Alphabet;

export const resetPasswordAlphabet = {
  inputs: [null],
  events: resetEvents,
  outcomes: { verifyLink: verifyOutcomes, updatePassword: updateOutcomes },
} satisfies Alphabet;
