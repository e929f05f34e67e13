import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createRecoveryCodes,
  removeStaffPasskey,
  removeStaffTotp,
  type StaffAccount,
} from '../../../contract/staff/staff-account.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { accountQuery } from './account-feature.ts';
import { AddFactorDialog } from './add-factor-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

type Removal = { kind: 'totp' } | { kind: 'passkey'; id: string; name: string };

const invalidates = [accountQuery.queryKey];

/** The account's authenticator app, passkeys and recovery codes. */
export function FactorsSection({ account }: { account: StaffAccount }) {
  const api = apiOf(useQueryClient());
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const newCodes = useMutation({
    mutationFn: () => api.call(createRecoveryCodes, { body: {} }),
    meta: { invalidates, errorToast: 'New recovery codes could not be created. Please try again.' },
  });
  return (
    <>
      <Group justify="space-between">
        <Text>Authenticator app: {account.has_totp ? 'set up' : 'not set up'}</Text>
        <Group gap="sm">
          <Button variant="outline" onClick={() => setAdding('totp')}>
            {account.has_totp ? 'Set up a new one' : 'Set up'}
          </Button>
          {account.has_totp ? (
            <Button variant="subtle" color="red" onClick={() => setRemoval({ kind: 'totp' })}>
              Remove
            </Button>
          ) : null}
        </Group>
      </Group>
      {account.passkeys.map(({ id, name, created_at: created, last_used_at: used }) => (
        <Group key={id} justify="space-between">
          <Text style={{ overflowWrap: 'anywhere' }}>
            Passkey “{name}”, added {formatInstant(created)}, {used ? `last used ${formatInstant(used)}` : 'never used'}
          </Text>
          <Button
            variant="subtle"
            color="red"
            aria-label={`Remove the passkey ${name}`}
            onClick={() => setRemoval({ kind: 'passkey', id, name })}
          >
            Remove
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="outline" onClick={() => setAdding('passkey')}>
          Add a passkey
        </Button>
      </Group>
      <Group justify="space-between">
        <Text>Recovery codes: {account.recovery_codes} unused</Text>
        <Button variant="outline" loading={newCodes.isPending} onClick={() => setReplacing(true)}>
          Create new codes
        </Button>
      </Group>
      {adding ? <AddFactorDialog kind={adding} onClose={() => setAdding(null)} /> : null}
      {removal ? <RemoveDialog removal={removal} onClose={() => setRemoval(null)} /> : null}
      <ConfirmDialog
        isOpen={isReplacing}
        title="Replace your recovery codes?"
        confirm="Replace the codes"
        cancel="Cancel"
        onConfirm={() => {
          setReplacing(false);
          newCodes.mutate();
        }}
        onClose={() => setReplacing(false)}
      >
        <p>You get new codes. The codes that you have stored stop working at once.</p>
      </ConfirmDialog>
      {newCodes.data ? <RecoveryCodesDialog codes={newCodes.data.data} onClose={newCodes.reset} /> : null}
    </>
  );
}

function RemoveDialog({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const api = apiOf(useQueryClient());
  const form = useForm({ initialValues: {} });
  const name = removal.kind === 'totp' ? 'the authenticator app' : `the passkey “${removal.name}”`;
  return (
    <ActionDialog
      title={`Remove ${name}?`}
      submit="Remove"
      isDangerous
      done="It was removed."
      {...{ form, invalidates, onClose }}
      send={(_, key) =>
        removal.kind === 'totp'
          ? api.call(removeStaffTotp, { body: {} })
          : api.call(removeStaffPasskey, { body: { id: removal.id } }, { key })
      }
    >
      <Text>You can no longer sign in with it. The last second factor cannot be removed.</Text>
    </ActionDialog>
  );
}
