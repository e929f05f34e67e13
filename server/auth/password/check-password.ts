import { type IdentifierField, signInByPassword } from '../../../contract/auth.ts';
import { refuse } from '../../http/refusal.ts';
import type { Account } from '../account.repo.ts';
import { normaliseEmail, normaliseNumber, readIdentifier } from '../identifier.ts';
import { verifyPassword } from './password.ts';

type PasswordClaim = { identifier: string; field: IdentifierField; password: string };

const { refusals } = signInByPassword;
export const invalidCredentials = () => refuse(refusals, 'INVALID_CREDENTIALS', 'Invalid credentials');

function storedValue(account: Account, field: IdentifierField): string | null {
  const value = account[field];
  if (value === null) return null;
  return field === 'email' ? normaliseEmail(value) : normaliseNumber(value);
}

/**
 * True if the text typed at sign-in (`identifier`), once normalised, is the account's value of `field`, such as the
 * email address.
 */
function isIdentifiedBy(account: Account, field: IdentifierField, identifier: string): boolean {
  const value = storedValue(account, field);
  return readIdentifier(identifier).some((candidate) => candidate.field === field && candidate.value === value);
}

/**
 * Checks the password of a sign-in call. `found`: the account with the id in the call.
 * @returns the account; null if there is none, or if it does not have the email address or other `identifier` that the
 * student typed
 * @throws Refusal 401 INVALID_CREDENTIALS for a wrong password, 403 DEFAULT_PASSWORD
 */
export async function checkPassword(found: Account | undefined, claim: PasswordClaim): Promise<Account | null> {
  const account = found && isIdentifiedBy(found, claim.field, claim.identifier) ? found : null;
  if (account?.is_default_password)
    throw refuse(refusals, 'DEFAULT_PASSWORD', 'Please set a password of your own before you sign in with it.');
  const isRight = await verifyPassword(account?.password_hash ?? null, claim.password);
  if (account && !isRight) throw invalidCredentials();
  return account;
}
