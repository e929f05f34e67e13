import type { CodeMethod, LookupUser, SignedIn } from '../contract/auth.ts';

export type LoginMethod = 'password' | CodeMethod;

/** `identifier` may come from the address; the lookup then starts by itself. */
export type LoginInput = { identifier?: string | undefined };

/** Who signed in, and how. */
export type LoginOutput = { student: SignedIn; method: LoginMethod };

export type LookUpInput = { identifier: string };
export type LookUpOutcome = { kind: 'found'; user: LookupUser } | { kind: 'notFound' };

export type PasswordInput = Pick<LookupUser, 'field' | 'user_id'> & { identifier: string; password: string };
export type PasswordFailure = 'invalidCredentials' | 'userNotFound' | 'somethingWrong';
export type PasswordOutcome =
  | { kind: 'signedIn'; student: SignedIn }
  | { kind: 'defaultPassword' }
  | { kind: 'refused'; code: PasswordFailure };

export type LoginFailure = 'identifierNotFound' | 'lookupFailed' | PasswordFailure;

export type LoginContext = {
  identifier: string;
  user: LookupUser | null;
  method: LoginMethod;
  student: SignedIn | null;
  failure: LoginFailure | null;
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
