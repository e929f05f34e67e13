import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createRecoveryCodes, type SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { checkInvitation } from '../../../contract/staff/staff-sign-in.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { ContourBackdrop } from '../../ui/pictures/contour-backdrop.tsx';
import { RecoveryCodes } from '../account/recovery-codes.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { setSignedIn } from '../session/session.queries.ts';
import { AcceptForm } from './accept-form.tsx';
import { ChooseFactor } from './choose-factor.tsx';
import { invitationRoute } from './invitation-feature.ts';

const titles = {
  password: 'Set up your staff account',
  factor: 'Choose your second factor',
  codes: 'Your recovery codes',
} as const;

/** Accepts an invitation: name and password, then a second factor, then the recovery codes. */
export function InvitationPage() {
  const { t: token } = invitationRoute.useSearch();
  const [step, setStep] = useState<keyof typeof titles>('password');
  return (
    <Box component="main" pos="relative" mih="100dvh" p="md" className="clip">
      <ContourBackdrop />
      <Paper withBorder p="xl" radius="md" maw={480} mx="auto" mt="6vh" pos="relative">
        <Stack>
          {/* Focusable, so that `keepFocus` moves the focus here when the form of a step disappears. */}
          <Title order={1} size="h2" tabIndex={-1} style={{ outline: 'none' }}>
            {titles[step]}
          </Title>
          {step === 'password' ? <PasswordStep token={token} onDone={() => setStep('factor')} /> : null}
          {step === 'factor' ? <FactorStep onDone={() => setStep('codes')} /> : null}
          {step === 'codes' ? <CodesStep /> : null}
        </Stack>
      </Paper>
    </Box>
  );
}

function PasswordStep({ token, onDone }: { token: string; onDone: () => void }) {
  const api = apiOf(useQueryClient());
  const invited = useQuery({
    queryKey: ['staff-invitation', token],
    queryFn: async ({ signal }) => (await api.call(checkInvitation, { body: { token } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invited.isPending) return <Text role="status">Loading…</Text>;
  if (isRefusal(invited.error, checkInvitation, 'INVITATION_INVALID'))
    return <Notice tone="error" title={invited.error.message} />;
  if (invited.isError)
    return <ErrorState message={failureMessage(invited.error)} onRetry={() => void invited.refetch()} />;
  return <AcceptForm token={token} invited={invited.data} onDone={onDone} />;
}

function FactorStep({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const finish = (staff: SignedInStaff) => {
    setSignedIn(client, staff);
    onDone();
  };
  return <ChooseFactor onDone={finish} />;
}

function CodesStep() {
  const api = apiOf(useQueryClient());
  const router = useRouter();
  const create = useMutation({ mutationFn: () => api.call(createRecoveryCodes, { body: {} }) });
  if (create.data)
    return <RecoveryCodes codes={create.data.data} onDone={() => void router.navigate({ to: '/staff' })} />;
  return (
    <>
      {create.error ? <Notice tone="error" role="alert" title={failureMessage(create.error)} /> : null}
      <Text>
        Your account is active. If you lose your second factor, a recovery code lets you in. Create the codes now and
        store them in a safe place.
      </Text>
      <Button loading={create.isPending} onClick={() => create.mutate()}>
        Show recovery codes
      </Button>
    </>
  );
}
