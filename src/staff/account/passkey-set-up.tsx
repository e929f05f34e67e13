import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeyResponseSchema, type SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { addPasskey, beginPasskey } from '../../../contract/staff/staff-sign-in.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';

type PasskeyOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

function failureText(error: Error): string {
  if (error instanceof ApiError) return failureMessage(error);
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device or key already has a passkey of your account.';
  return 'No passkey was created. Please try again, or use an authenticator app.';
}

/** Creates a passkey: on this device, in a password manager or on a security key. */
export function PasskeySetUp({ onDone }: { onDone: (staff: SignedInStaff) => void }) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name, such as “Office laptop”') },
  });
  const create = useMutation({
    async mutationFn(name: string) {
      const { data: options } = await api.call(beginPasskey, { body: {} });
      const created = await startRegistration({ optionsJSON: options as unknown as PasskeyOptions });
      return api.call(addPasskey, { body: { name, response: passkeyResponseSchema.parse(created) } });
    },
    onSuccess: ({ data }) => onDone(data),
  });
  if (!browserSupportsWebAuthn())
    return <Notice title="This browser does not support passkeys.">Use an authenticator app instead.</Notice>;
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => create.mutate(name.trim()))}>
      <Stack>
        {create.error ? (
          <Alert color="red" role="alert">
            {failureText(create.error)}
          </Alert>
        ) : null}
        <Text>A passkey signs you in with fingerprint, face or PIN, on this device or with a security key.</Text>
        <TextInput label="Name of the device or key" maxLength={100} {...form.getInputProps('name')} />
        <Button type="submit" loading={create.isPending}>
          Create passkey
        </Button>
      </Stack>
    </form>
  );
}
