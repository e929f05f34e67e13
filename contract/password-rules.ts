/** A new password needs at least one of these special characters. */
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';

export type PasswordRule = { label: string; isMet: (password: string) => boolean };

export const shortestPassword = 8;
export const longestPassword = 200;

/**
 * The password rules in the order of the form's checklist. They apply to passwords of staff, and to a password that a
 * student sets by a reset link or in the profile. Registration demands only the length.
 */
export const passwordRules: readonly PasswordRule[] = [
  { label: `At least ${shortestPassword} characters`, isMet: (text) => [...text].length >= shortestPassword },
  { label: 'One uppercase letter', isMet: (text) => /\p{Lu}/u.test(text) },
  { label: 'One lowercase letter', isMet: (text) => /\p{Ll}/u.test(text) },
  { label: 'One digit', isMet: (text) => /\d/.test(text) },
  {
    label: 'One special character',
    isMet: (text) => [...text].some((character) => specialCharacters.includes(character)),
  },
];

/**
 * The message of `PASSWORD_TOO_COMMON`. The server sends it, because only the server has the list of common passwords.
 */
export const commonPasswordText = 'Many people use this password, so it is easy to guess. Please choose another one.';

/**
 * The message of `PASSWORD_TOO_COMMON` for a password that consists of little more than the academy's name or words
 * from it.
 */
export const academyPasswordText =
  "This password consists mostly of the academy's name, so it is easy to guess. Please choose another one.";

export function meetsPasswordRules(password: string): boolean {
  return passwordRules.every(({ isMet }) => isMet(password));
}
