import type { CodeMethod, LookupUser } from '../contract/auth.ts';
import type { SignedIn } from '../contract/signed-in.ts';
import type { CodeOut } from './one-time-code.types.ts';

export type LoginMethod = 'password' | CodeMethod;

/** A sign-in by code that was under way when the page was loaded anew. */
export type LoginUnderWay = { identifier: string; user: LookupUser; codeOut: CodeOut };

/** `identifier` may come from the address; the lookup then starts by itself. `underWay` goes on where it was. */
export type LoginInput = { identifier?: string | undefined; underWay?: LoginUnderWay | null };

/** Who signed in, and how. */
export type LoginOutput = { student: SignedIn; method: LoginMethod };

export type LookUpInput = { identifier: string };
/** `limited`: asked too often; `words` say when to try again. */
export type Limited = { kind: 'limited'; words: string };
export type LookUpOutcome = { kind: 'found'; user: LookupUser } | { kind: 'notFound' } | Limited;

export type PasswordInput = Pick<LookupUser, 'field' | 'user_id'> & { identifier: string; password: string };
export type PasswordFailure = 'invalidCredentials' | 'userNotFound' | 'somethingWrong';
export type PasswordOutcome =
  | { kind: 'signedIn'; student: SignedIn }
  | { kind: 'defaultPassword' }
  | { kind: 'refused'; code: PasswordFailure }
  | Limited;

export type LoginFailure = 'identifierNotFound' | 'lookupFailed' | 'tooManyRequests' | PasswordFailure;

export type LoginContext = {
  identifier: string;
  user: LookupUser | null;
  method: LoginMethod;
  /** A code that went out before the page was loaded anew. */
  codeOut: CodeOut | null;
  student: SignedIn | null;
  failure: LoginFailure | null;
  /** The server's words on a failure, where they say more than ours. */
  words: string | null;
};

export type LoginEvent =
  | { type: 'identifier.submit'; identifier: string }
  | { type: 'method.choose'; method: LoginMethod }
  | { type: 'password.submit'; password: string }
  | { type: 'step.back' };

/** Methods that the account shows: a default password is shown disabled, so it is not among them (document 1, section 2). */
export function offeredMethods(user: LookupUser): LoginMethod[] {
  const methods: LoginMethod[] = [];
  if (!user.is_default_password) methods.push('password');
  if (user.whatsapp_number || user.mobile) methods.push('whatsapp_otp');
  if (user.email) methods.push('email_otp');
  return methods;
}
