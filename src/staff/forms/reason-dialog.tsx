import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../ui/messages/notice.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { failureMessage, fieldErrors } from './form-errors.ts';

type ReasonDialogProps = Pick<
  FormDialogProps,
  'title' | 'size' | 'submit' | 'cancel' | 'isDangerous' | 'onClose' | 'children'
> & {
  /** What staff must do before the form can be sent; null if it can be sent. */
  missing?: string | null;
  /** Whether a field of `children` has another value than when the dialog opened. */
  hasChanges: boolean;
  /** Whether the field for the reason gets the focus first, because the dialog has no other field. */
  isReasonFirst?: boolean;
  change: { error: Error | null; isPending: boolean };
  onSubmit: (reason: string) => void;
};

/** A dialog that shows the consequences of a change and asks for its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { missing = null, hasChanges, isReasonFirst, change, onSubmit, children, ...dialog } = props;
  const [reason, setReason] = useState('');
  const errors = fieldErrors(change.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null) onSubmit(reason);
  };
  return (
    <FormDialog
      {...dialog}
      isBusy={change.isPending}
      hasChanges={hasChanges || reason !== ''}
      isDisabled={missing !== null}
      failure={change.error && !errors.reason ? failureMessage(change.error) : null}
      onSubmit={send}
    >
      {children}
      <Textarea
        label="Reason"
        description="For the audit log. The student does not see it"
        value={reason}
        error={errors.reason}
        required
        minLength={3}
        maxLength={500}
        data-autofocus={isReasonFirst}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {missing === null ? null : <Notice title={missing} />}
    </FormDialog>
  );
}
