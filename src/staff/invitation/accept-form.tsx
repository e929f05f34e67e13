import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { acceptInvitation } from '../../../contract/staff/staff-sign-in.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { checkNewPassword, NewPasswordFields } from '../account/new-password-fields.tsx';
import { failureMessage } from '../forms/form-errors.ts';

type AcceptFormProps = {
  token: string;
  invited: { email: string; name: string; role: string };
  onDone: () => void;
};

/** The form in which an invited staff member enters a name and a password. */
export function AcceptForm({ token, invited, onDone }: AcceptFormProps) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { name: invited.name, password: '', repeated: '' },
    validate: { ...checkNewPassword, name: (name) => (name.trim() ? null : 'Enter your name') },
  });
  const accept = useMutation({
    mutationFn: ({ name, password }: { name: string; password: string }) =>
      api.call(acceptInvitation, { body: { token, name, password } }),
    onSuccess: onDone,
    onError: (error) => form.setErrors((error instanceof ApiError && error.failure?.fields) || {}),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        {accept.error ? (
          <Alert color="red" role="alert">
            {failureMessage(accept.error)}
          </Alert>
        ) : null}
        <Text>
          You will sign in as <b style={{ overflowWrap: 'anywhere' }}>{invited.email}</b>, with the role {invited.role}.
        </Text>
        {/* Password managers store the password under this email address. */}
        <input type="email" autoComplete="username" value={invited.email} readOnly hidden />
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
        <NewPasswordFields form={form} />
        <Button type="submit" loading={accept.isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
