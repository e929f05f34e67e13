import type { LoginEvent, LoginInput, LookUpOutcome, PasswordOutcome } from '../../machines/login.types.ts';
import type {
  CodeSignInOutcome,
  OneTimeCodeEvent,
  OneTimeCodeInput,
  ResendOutcome,
  SendOutcome,
  VerifyOutcome,
} from '../../machines/one-time-code.types.ts';
import type { Alphabet } from './paths.ts';
import { answers, failed } from './replay.ts';
import { lookupUser, student, userId } from './samples.ts';

const codeOut = { method: 'whatsapp_otp' as const, sentTo: '********0001', requestId: 'request-1', resendAt: 30_000 };
const loginInputs: LoginInput[] = [
  {},
  { identifier: ' 24EL0001 ' },
  { underWay: { identifier: '24EL0001', user: lookupUser(), codeOut } },
];
const loginEvents: LoginEvent[] = [
  { type: 'identifier.submit', identifier: 'asha.nair@example.com' },
  { type: 'identifier.submit', identifier: '  ' },
  { type: 'method.choose', method: 'password' },
  { type: 'method.choose', method: 'whatsapp_otp' },
  { type: 'method.choose', method: 'email_otp' },
  { type: 'password.submit', password: 'Landfall#2026' },
  { type: 'password.submit', password: '' },
  { type: 'step.back' },
];
const lookUps: LookUpOutcome[] = [
  { kind: 'found', user: lookupUser() },
  { kind: 'found', user: lookupUser({ is_default_password: true, email: null }) },
  { kind: 'notFound' },
  { kind: 'limited', words: 'Too many requests. Please try again in 5 minutes.' },
];
const passwordOutcomes: PasswordOutcome[] = [
  { kind: 'signedIn', student },
  { kind: 'defaultPassword' },
  { kind: 'refused', code: 'invalidCredentials' },
  { kind: 'limited', words: 'Too many requests. Please try again in 8 seconds.' },
];

const codeInputs: OneTimeCodeInput[] = [
  { method: 'whatsapp_otp', user: { user_id: userId } },
  { method: 'email_otp', user: { user_id: userId } },
  { method: 'whatsapp_otp', user: { user_id: userId }, codeOut },
];
const codeEvents: OneTimeCodeEvent[] = [
  { type: 'code.submit', code: '123456' },
  { type: 'code.submit', code: '12345' },
  { type: 'code.resend' },
  { type: 'code.retry' },
  { type: 'code.back' },
  { type: 'clock.tick', now: 29_999 },
  { type: 'clock.tick', now: 30_000 },
];
const sendings: SendOutcome[] = [
  { kind: 'sent', requestId: 'request-1', sentAt: 0 },
  { kind: 'sent', requestId: null, sentAt: 0 },
  { kind: 'refused', code: 'notOnWhatsapp' },
];
const resendings: ResendOutcome[] = [
  { kind: 'sent', requestId: 'request-1', sentAt: 0 },
  { kind: 'refused', code: 'resendFailed', detail: 'Provider busy' },
];
const verifications: VerifyOutcome[] = [
  { kind: 'verified', accessToken: 'token' },
  { kind: 'refused', code: 'incorrectCode' },
];
const codeSignIns: CodeSignInOutcome[] = [
  { kind: 'signedIn', student },
  { kind: 'refused', code: 'invalidCredentials' },
];

export const loginAlphabet: Alphabet = {
  inputs: loginInputs,
  events: [
    ...loginEvents,
    ...answers('lookUp', lookUps),
    ...answers('signInByPassword', passwordOutcomes),
    ...answers('oneTimeCode', [{ kind: 'signedIn', student }, { kind: 'left' }]),
  ],
};

export const oneTimeCodeAlphabet: Alphabet = {
  inputs: codeInputs,
  events: [
    ...codeEvents,
    ...answers('loadProvider', [undefined]),
    ...answers('fetchContact', [{ contact: '98765 00001' }, { contact: 'Asha.Nair@example.com' }]),
    ...answers('sendCode', sendings),
    ...answers('resendCode', resendings),
    ...answers('verifyCode', verifications),
    ...answers('signInByCode', codeSignIns),
    failed('clock'),
  ],
};
