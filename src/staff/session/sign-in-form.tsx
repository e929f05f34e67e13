import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { signInStaff } from '../../../contract/staff/staff-sign-in.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { failureMessage } from '../forms/form-errors.ts';
import { type Factors, SecondStep } from './second-step.tsx';

/** Signs a staff member in, first with email and password, then with the second factor. */
export function SignInForm({ onSignedIn }: { onSignedIn: (staff: SignedInStaff) => void }) {
  const api = apiOf(useQueryClient());
  const [factors, setFactors] = useState<Factors | null>(null);
  const [error, setError] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() ? null : 'Enter your email address'),
      password: (password) => (password ? null : 'Enter your password'),
    },
  });

  async function checkPassword(body: { email: string; password: string }): Promise<void> {
    setError(null);
    try {
      setFactors((await api.call(signInStaff, { body })).data);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failureMessage(failure));
    }
  }

  if (factors) {
    const startAgain = (message: string) => {
      setFactors(null);
      setError(message);
    };
    return <SecondStep factors={factors} allowsRecovery onSignedIn={onSignedIn} onExpired={startAgain} />;
  }
  return (
    <form noValidate onSubmit={form.onSubmit(checkPassword)}>
      <Stack>
        {error ? (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        ) : null}
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" loading={form.submitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
