import type { ForgotPasswordEvent, SendLinkOutcome } from '../forgot-password.types.ts';
import type { RegisterEvent, RegisterOutcome } from '../register.types.ts';
import type { ResetPasswordEvent, UpdatePasswordOutcome, VerifyLinkOutcome } from '../reset-password.types.ts';
import type { Alphabet } from './alphabet.ts';
import type { WrittenEvent } from './fixtures.ts';

const registerEvents: WrittenEvent<RegisterEvent>[] = [
  { type: 'details.submit', registration: { fixture: 'student.registration' } },
];
const registerOutcomes: Record<string, RegisterOutcome> = {
  registered: { kind: 'registered' },
  userExists: { kind: 'refused', refusal: { code: 'userExists', advice: null, fields: {} } },
  noResponse: { kind: 'refused', refusal: { code: 'noResponse', advice: null, fields: {} } },
};
const forgotEvents: WrittenEvent<ForgotPasswordEvent>[] = [
  { type: 'email.submit', email: { fixture: 'student.email' } },
];
const sendings: Record<string, SendLinkOutcome> = {
  sent: { kind: 'sent' },
  alreadySent: { kind: 'refused', code: 'alreadySent', detail: 'Try after sometimes.' },
};
const resetEvents: WrittenEvent<ResetPasswordEvent>[] = [
  { type: 'password.submit', change: { fixture: 'student.passwordChange' } },
  { type: 'form.cancel' },
];
const verifications: Record<string, VerifyLinkOutcome> = {
  verified: { kind: 'verified' },
  refused: { kind: 'refused' },
};
const updates: Record<string, UpdatePasswordOutcome> = {
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
  outcomes: { sendLink: sendings },
} satisfies Alphabet;

export const resetPasswordAlphabet = {
  inputs: [null],
  events: resetEvents,
  outcomes: { verifyLink: verifications, updatePassword: updates },
} satisfies Alphabet;
