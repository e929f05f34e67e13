import { List, PasswordInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { passwordRules, specialCharacters } from '../../../contract/password-rules.ts';

type NewPassword = { password: string; repeated: string };

/** Validates a new staff password and its repetition. */
export const checkNewPassword = {
  password: (password: string) =>
    passwordRules.every(({ isMet }) => isMet(password)) ? null : 'Please meet all password requirements.',
  repeated: (repeated: string, { password }: NewPassword) =>
    repeated === password ? null : 'The two passwords differ.',
};

/** Two fields for a new password and its repetition, with a list of the password rules and which of them are met. */
export function NewPasswordFields<Values extends NewPassword>({ form }: { form: UseFormReturnType<Values> }) {
  const { password } = form.getValues();
  return (
    <>
      <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
      <div>
        <Text size="sm">A password needs:</Text>
        <List size="sm">
          {passwordRules.map(({ label, isMet }) => (
            <List.Item key={label}>
              {label} {isMet(password) ? '✓' : ''}
            </List.Item>
          ))}
        </List>
        <Text size="sm">Special characters are: {specialCharacters}</Text>
      </div>
      <PasswordInput label="Repeat the password" autoComplete="new-password" {...form.getInputProps('repeated')} />
    </>
  );
}
