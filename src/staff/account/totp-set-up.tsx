import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { beginTotp, confirmTotp } from '../../../contract/staff/staff-sign-in.ts';
import { apiOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { QrCode } from './qr-code.tsx';

/** Sets up an authenticator app: shows the TOTP secret as a QR code and checks the first one-time code of the app. */
export function TotpSetUp({ onDone }: { onDone: (staff: SignedInStaff) => void }) {
  const api = apiOf(useQueryClient());
  // The server creates a new secret each time this component is mounted, and stores it only after a correct one-time
  // code.
  const secret = useQuery({
    queryKey: ['staff-totp-secret'],
    queryFn: async () => (await api.call(beginTotp, { body: {} })).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? null : 'Enter the six digits') },
  });
  const confirm = useMutation({
    mutationFn: (code: string) => api.call(confirmTotp, { body: { code: code.replace(/\s/g, '') } }),
    onSuccess: ({ data }) => onDone(data),
    onError: () => form.reset(),
  });
  if (secret.isPending) return <Text role="status">Loading…</Text>;
  if (secret.isError)
    return <ErrorState message={failureMessage(secret.error)} onRetry={() => void secret.refetch()} />;
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => confirm.mutate(code))}>
      <Stack>
        {confirm.error ? (
          <Alert color="red" role="alert">
            {failureMessage(confirm.error)}
          </Alert>
        ) : null}
        <Text>1. Scan this picture with an authenticator app, such as Google Authenticator or Aegis.</Text>
        <QrCode text={secret.data.uri} label="QR code for the authenticator app" />
        <Text size="sm">
          On this device, <a href={secret.data.uri}>open the app</a>, or enter this key:{' '}
          <Code style={{ overflowWrap: 'anywhere' }}>{secret.data.secret}</Code>
        </Text>
        <TextInput
          label="2. Enter the code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
