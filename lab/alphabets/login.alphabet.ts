import type { LoginEvent, LoginInput, LookUpOutcome, PasswordOutcome } from '../../machines/login.machine.ts';
import type {
  CodeSignInOutcome,
  ContactOutput,
  OneTimeCodeEvent,
  OneTimeCodeInput,
  OneTimeCodeOutput,
  ResendOutcome,
  SendOutcome,
  VerifyOutcome,
} from '../../machines/one-time-code.machine.ts';
import type { PathEvent } from '../path-file.ts';
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent, SerializedInput } from './fixtures.ts';
import { lookupUser, student } from './samples.ts';

const loginInputs: SerializedInput<LoginInput>[] = [
  {},
  { identifier: { fixture: 'student.indos' } },
  { underWay: { fixture: 'login.underWay' } },
];
const loginEvents: SerializedEvent<LoginEvent>[] = [
  { type: 'identifier.submit', identifier: { fixture: 'student.email' } },
  { type: 'identifier.submit', identifier: '' },
  { type: 'method.choose', method: 'password' },
  { type: 'method.choose', method: 'whatsapp_otp' },
  { type: 'method.choose', method: 'email_otp' },
  { type: 'password.submit', password: { fixture: 'student.password' } },
  { type: 'password.submit', password: '' },
  { type: 'step.back' },
];
const lookUpOutcomes: Record<string, LookUpOutcome> = {
  found: { kind: 'found', user: lookupUser() },
  foundWithDefaultPassword: { kind: 'found', user: lookupUser({ is_default_password: true, email: null }) },
  notFound: { kind: 'notFound' },
  limited: { kind: 'limited', words: 'Too many requests. Please try again in 5 minutes.' },
};
const passwordOutcomes: Record<string, PasswordOutcome> = {
  signedIn: { kind: 'signedIn', student },
  defaultPassword: { kind: 'defaultPassword' },
  refused: { kind: 'refused', code: 'invalidCredentials' },
  limited: { kind: 'limited', words: 'Too many requests. Please try again in 8 seconds.' },
};
const codeOutputs: Record<string, OneTimeCodeOutput> = {
  signedIn: { kind: 'signedIn', student },
  left: { kind: 'left' },
};

const user = { user_id: { fixture: 'student.id' } } as const;
const codeInputs: SerializedInput<OneTimeCodeInput>[] = [
  { method: 'whatsapp_otp', user },
  { method: 'email_otp', user },
  { method: 'whatsapp_otp', user, codeOut: { fixture: 'code.out' } },
];
const codeEvents: SerializedEvent<OneTimeCodeEvent>[] = [
  { type: 'code.submit', code: { fixture: 'code.complete' } },
  { type: 'code.submit', code: { fixture: 'code.short' } },
  { type: 'code.resend' },
  { type: 'code.retry' },
  { type: 'code.back' },
  { type: 'clock.tick', now: { fixture: 'clock.resendNotYet' } },
  { type: 'clock.tick', now: { fixture: 'clock.resendDue' } },
];
const contactOutputs: Record<string, ContactOutput> = {
  phone: { contact: '98765 00001' },
  email: { contact: 'Asha.Nair@example.com' },
};
const sendOutcomes: Record<string, SendOutcome> = {
  sent: { kind: 'sent', requestId: 'request-1', sentAt: 0 },
  sentUnnamed: { kind: 'sent', requestId: null, sentAt: 0 },
  notOnWhatsapp: { kind: 'refused', code: 'notOnWhatsapp' },
};
const resendOutcomes: Record<string, ResendOutcome> = {
  sent: { kind: 'sent', requestId: 'request-1', sentAt: 0 },
  refused: { kind: 'refused', code: 'resendFailed', detail: 'Provider busy' },
};
const verifyOutcomes: Record<string, VerifyOutcome> = {
  verified: { kind: 'verified', accessToken: 'token' },
  incorrectCode: { kind: 'refused', code: 'incorrectCode' },
};
const codeSignInOutcomes: Record<string, CodeSignInOutcome> = {
  signedIn: { kind: 'signedIn', student },
  refused: { kind: 'refused', code: 'invalidCredentials' },
};

export const loginAlphabet = {
  inputs: loginInputs,
  events: loginEvents,
  outcomes: { lookUp: lookUpOutcomes, signInByPassword: passwordOutcomes, oneTimeCode: codeOutputs },
} satisfies Alphabet;

export const oneTimeCodeAlphabet = {
  inputs: codeInputs,
  events: codeEvents,
  outcomes: {
    loadProvider: { loaded: undefined },
    fetchContact: contactOutputs,
    sendCode: sendOutcomes,
    resendCode: resendOutcomes,
    verifyCode: verifyOutcomes,
    signInByCode: codeSignInOutcomes,
  },
  // The clock counts down until another code can be requested. It can fail only when it starts, so `clock failed` must
  // directly follow an event that starts it. Of these events, paths use only `sendCode done`.
  canCause: (_: string, event: PathEvent, before: PathEvent | null) =>
    event.type !== 'clock failed' || before?.type === 'sendCode done',
} satisfies Alphabet;
