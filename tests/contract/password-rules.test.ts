import { describe, expect, it } from 'vitest';
import { passwordResetSchema } from '../../contract/password-reset.ts';
import { meetsPasswordRules, passwordRules, specialCharacters } from '../../contract/password-rules.ts';

const broken = (password: string) => passwordRules.filter(({ isMet }) => !isMet(password)).map(({ label }) => label);

describe('the rules of a new password', () => {
  it.each([
    ['Abcde1!', ['At least 8 characters']],
    ['abcdef1!', ['One uppercase letter']],
    ['ABCDEF1!', ['One lowercase letter']],
    ['Abcdefg!', ['One digit']],
    ['Abcdefg1', ['One special character']],
    ['Abcdef1!', []],
    [
      '',
      ['At least 8 characters', 'One uppercase letter', 'One lowercase letter', 'One digit', 'One special character'],
    ],
  ])('the password %j breaks the rules %j', (password, labels) => {
    expect(broken(password)).toEqual(labels);
    expect(meetsPasswordRules(password)).toBe(labels.length === 0);
  });

  it('a password needs one of the 20 specified special characters', () => {
    expect([...specialCharacters].join(' ')).toBe('! @ # $ % ^ & * ( ) , . ? " : { } | < >');
    for (const character of specialCharacters) expect(meetsPasswordRules(`Abcdefg1${character}`)).toBe(true);
    for (const character of "-_+=;'/\\[]~` ") expect(meetsPasswordRules(`Abcdefg1${character}`)).toBe(false);
  });
});

describe('a password reset', () => {
  const form = { email: 'asha@example.com', tok: 't', newPassword: 'Abcdef1!', confirmPassword: 'Abcdef1!' };
  const messages = (different: object) =>
    passwordResetSchema.safeParse({ ...form, ...different }).error?.issues.map(({ message }) => message) ?? [];

  it('a password reset is refused if the password breaks a rule, the two passwords differ or the email is missing', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ newPassword: 'abc', confirmPassword: 'abc' })).toEqual([
      'Please meet all password requirements.',
    ]);
    expect(messages({ confirmPassword: 'Abcdef1?' })).toEqual(['Passwords do not match.']);
    expect(messages({ email: '' })).toContain('Email is required');
  });
});
