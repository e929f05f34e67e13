import { dictionary } from '@zxcvbn-ts/language-common';
import { shortestPassword } from '../../../contract/password-rules.ts';

const listed = 10_000;

/**
 * The 10,000 most common passwords that have the required length, in lower case. The list of
 * `@zxcvbn-ts/language-common` begins with the most common passwords.
 */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= shortestPassword).slice(0, listed),
);

/**
 * Whether a new password is one of the most common ones, in capital or small letters. Attackers try these first
 * (decision 102, "Refuse the 10,000 most common passwords").
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
