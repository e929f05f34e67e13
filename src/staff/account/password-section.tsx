import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeStaffPassword } from '../../../contract/staff/staff-account.ts';
import { apiOf } from '../../lib/api.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { accountQuery } from './account-feature.ts';
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx';

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group justify="space-between">
      <Text>Changing it signs you out on all other devices.</Text>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {isOpen ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </Group>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { current: '', password: '', repeated: '' },
    validate: { ...checkNewPassword, current: (current) => (current ? null : 'Enter your current password') },
  });
  return (
    <ActionDialog
      title="Change your password"
      submit="Change password"
      done="Your password was changed."
      invalidates={[accountQuery.queryKey]}
      {...{ form, onClose }}
      send={({ current, password }, key) => api.call(changeStaffPassword, { body: { current, password } }, { key })}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current')}
      />
      <NewPasswordFields form={form} />
    </ActionDialog>
  );
}
