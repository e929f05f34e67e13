import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormDialog } from '../forms/form-dialog.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { type ResendTarget, type Resent, resendMutation } from './email.queries.ts';

type ResendDialogProps = {
  target: ResendTarget;
  title: string;
  submit: string;
  onDone: (result: Resent) => void;
  onClose: () => void;
  /** Says which emails will be sent, and to whom. */
  children: ReactNode;
};

/** Asks for confirmation before emails are sent again. */
export function ResendDialog({ target, title, submit, onDone, onClose, children }: ResendDialogProps) {
  const { key, onError } = useRequestKey();
  const sending = useMutation({
    ...resendMutation(useQueryClient(), target, key),
    onSuccess: onDone,
    onError,
  });
  return (
    <FormDialog
      {...{ title, submit, onClose }}
      isBusy={sending.isPending}
      hasChanges={false}
      failure={sending.error ? failureMessage(sending.error) : null}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      {children}
      <Text size="sm" c="dimmed">
        The text stays as it was written. It is sent within a minute, and tried again for about 20 hours if that fails.
      </Text>
    </FormDialog>
  );
}
