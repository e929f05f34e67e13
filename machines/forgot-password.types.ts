/** `sent`: the link is in the mail. */
export type ForgotPasswordOutput = { kind: 'sent'; email: string };

export type SendLinkInput = { email: string };
/** Codes of document 1, section 8; `other` stands for every further one, with the server's message as detail. */
export type ForgotPasswordFailure = 'userNotFound' | 'invalidRequest' | 'alreadySent' | 'internalError' | 'other';
export type SendLinkOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; code: ForgotPasswordFailure; detail: string | null };

export type ForgotPasswordContext = {
  email: string;
  failure: ForgotPasswordFailure | null;
  detail: string | null;
};

export type ForgotPasswordEvent = { type: 'email.submit'; email: string };
