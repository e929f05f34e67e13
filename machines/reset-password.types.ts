/** Where the page goes: to login, or to the site's root, and why. */
export type ResetPasswordOutput = { kind: ResetPasswordEnd };
/** `linkUnchecked`: no answer came; `unauthorized`: the server no longer took the link when the password was sent. */
export type ResetPasswordEnd = 'updated' | 'linkRefused' | 'linkUnchecked' | 'unauthorized';

export type VerifyLinkOutcome = { kind: 'verified' } | { kind: 'refused' };

export type PasswordChange = { email: string; newPassword: string; confirmPassword: string };
/** Codes of document 1, section 8; `other` stands for every further one, with the server's message as detail. */
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
