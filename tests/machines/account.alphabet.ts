import type { ForgotPasswordEvent, SendLinkOutcome } from '../../machines/forgot-password.types.ts';
import type { RegisterEvent, RegisterOutcome } from '../../machines/register.types.ts';
import type {
  ResetPasswordEvent,
  UpdatePasswordOutcome,
  VerifyLinkOutcome,
} from '../../machines/reset-password.types.ts';
import type { Alphabet } from './paths.ts';
import { answers } from './replay.ts';
import { registration } from './samples.ts';

const registerEvents: RegisterEvent[] = [{ type: 'details.submit', registration }];
const registerOutcomes: RegisterOutcome[] = [
  { kind: 'registered' },
  { kind: 'refused', refusal: { code: 'userExists', advice: null, fields: {} } },
  { kind: 'refused', refusal: { code: 'noResponse', advice: null, fields: {} } },
];

const forgotEvents: ForgotPasswordEvent[] = [{ type: 'email.submit', email: ' asha.nair@example.com ' }];
const sendings: SendLinkOutcome[] = [
  { kind: 'sent' },
  { kind: 'refused', code: 'alreadySent', detail: 'Try after sometimes.' },
];

const change = { email: 'asha.nair@example.com', newPassword: 'Anchor#2027', confirmPassword: 'Anchor#2027' };
const resetEvents: ResetPasswordEvent[] = [{ type: 'password.submit', change }, { type: 'form.cancel' }];
const verifications: VerifyLinkOutcome[] = [{ kind: 'verified' }, { kind: 'refused' }];
const updates: UpdatePasswordOutcome[] = [
  { kind: 'updated' },
  { kind: 'unauthorized' },
  { kind: 'refused', code: 'sameAsOld', detail: 'New password cannot be same as old password.' },
];

export const registerAlphabet: Alphabet = {
  inputs: [undefined],
  events: [
    ...registerEvents,
    ...answers('register', registerOutcomes),
    { type: 'xstate.after.registrationRedirect.register.registered' },
  ],
};

export const forgotPasswordAlphabet: Alphabet = {
  inputs: [undefined],
  events: [...forgotEvents, ...answers('sendLink', sendings)],
};

export const resetPasswordAlphabet: Alphabet = {
  inputs: [undefined],
  events: [
    ...resetEvents,
    ...answers('verifyLink', verifications),
    ...answers('updatePassword', updates),
    { type: 'xstate.after.resetRedirect.resetPassword.passwordUpdated' },
  ],
};
