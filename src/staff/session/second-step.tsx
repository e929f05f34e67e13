import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { startAuthentication } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeyResponseSchema, type SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { checkPasskey, checkStaffCode, createPasskeyChallenge } from '../../../contract/staff/staff-sign-in.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

/** The kinds of second factors that an account has. */
export type Factors = { has_passkey: boolean; has_totp: boolean };
type SecondStepProps = {
  factors: Factors;
  /** Whether a recovery code is accepted: it is when signing in, but not for step-up authentication. */
  allowsRecovery: boolean;
  onSignedIn: (staff: SignedInStaff) => void;
  /** Called when the server requires a new sign-in, which begins with the password. */
  onExpired: (message: string) => void;
};

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** The calls that check a second factor. */
const factorCalls = [checkStaffCode, createPasskeyChallenge, checkPasskey] as const;

/** Whether the sign-in has expired, so that it must begin again with the password. */
const isSignInExpired = (error: unknown): error is ApiError =>
  factorCalls.some((endpoint) => isRefusal(error, endpoint, 'SIGN_IN_EXPIRED'));

/** Asks for a second factor: a code of the authenticator app, a passkey or a recovery code. */
export function SecondStep({ factors, allowsRecovery, onSignedIn, onExpired }: SecondStepProps) {
  const api = apiOf(useQueryClient());
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : 'Enter the code') },
  });

  async function authenticate(check: () => Promise<{ data: SignedInStaff }>): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      onSignedIn((await check()).data);
    } catch (failure) {
      form.reset();
      if (isSignInExpired(failure)) onExpired(failure.message);
      else
        setError(
          failure instanceof ApiError ? failure.message : 'No passkey of your account was used. Please try again.',
        );
    } finally {
      setBusy(false);
    }
  }

  const typeCode = ({ code }: { code: string }) =>
    authenticate(() =>
      api.call(checkStaffCode, { body: { method: isRecovery ? 'recovery' : 'totp', code: code.trim() } }),
    );
  const offerPasskey = () =>
    authenticate(async () => {
      const { data: options } = await api.call(createPasskeyChallenge, { body: {} });
      const used = await startAuthentication({ optionsJSON: options as unknown as PasskeyOptions });
      return api.call(checkPasskey, { body: { response: passkeyResponseSchema.parse(used) } });
    });

  const showsCode = factors.has_totp || isRecovery;
  return (
    <Stack>
      {error ? (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      ) : null}
      {factors.has_passkey && !isRecovery ? (
        <Button
          onClick={offerPasskey}
          loading={isBusy}
          variant={showsCode ? 'outline' : 'filled'}
          // Focus the button, because the form for the password, which had the focus, has just disappeared.
          autoFocus={!showsCode}
        >
          Use a passkey
        </Button>
      ) : null}
      {showsCode ? (
        <form noValidate onSubmit={form.onSubmit(typeCode)}>
          <Stack>
            <TextInput
              key={String(isRecovery)}
              label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
              description={isRecovery ? 'Each recovery code works once.' : 'Six digits, which change every 30 seconds.'}
              autoComplete="one-time-code"
              inputMode={isRecovery ? 'text' : 'numeric'}
              data-autofocus
              autoFocus
              {...form.getInputProps('code')}
            />
            <Button type="submit" loading={isBusy}>
              Continue
            </Button>
          </Stack>
        </form>
      ) : null}
      {allowsRecovery ? (
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use another way' : 'Use a recovery code'}
        </Button>
      ) : null}
    </Stack>
  );
}
