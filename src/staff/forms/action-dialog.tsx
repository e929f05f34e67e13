import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api.ts';
import { FormDialog } from './form-dialog.tsx';
import { failureMessage } from './form-errors.ts';
import { useRequestKey } from './request-key.ts';

type ActionDialogProps<Values extends Record<string, unknown>> = {
  title: string;
  /** Label of the submit button. */
  submit: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  form: UseFormReturnType<Values>;
  /** Called when the fields are valid. If it returns false, the form is not sent; the callback must then show why. */
  canSend?: () => boolean;
  /**
   * Sends the form. `key`: the idempotency key. If no response came and the form is sent again, the key stays the same,
   * so that the repeat has no second effect.
   */
  send: (values: Values, key: string) => Promise<unknown>;
  /** The text of the toast after success. */
  done: string;
  invalidates: readonly QueryKey[];
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog with a form for one change. It stays open, with what was typed, until the server has stored the change.
 * Mount it only while it is open, because it creates its idempotency key on mounting.
 */
export function ActionDialog<Values extends Record<string, unknown>>(props: ActionDialogProps<Values>) {
  const {
    title,
    submit,
    isDangerous = false,
    isDisabled = false,
    form,
    canSend = () => true,
    send,
    done,
    invalidates,
    onClose,
    children,
  } = props;
  const request = useRequestKey();
  const change = useMutation({
    mutationFn: (values: Values) => send(values, request.key),
    meta: { successToast: done, invalidates },
    onSuccess: onClose,
    onError(error) {
      request.onError(error);
      if (error instanceof ApiError && error.failure) form.setErrors(error.failure.fields ?? {});
    },
  });
  return (
    <FormDialog
      {...{ title, submit, isDangerous, isDisabled, onClose }}
      isBusy={change.isPending}
      hasChanges={form.isDirty()}
      failure={change.error ? failureMessage(change.error) : null}
      noValidate
      onSubmit={form.onSubmit(
        (values) => (canSend() ? change.mutate(values) : change.reset()),
        // Remove the error of the previous attempt, because it is outdated.
        () => change.reset(),
      )}
    >
      {children}
    </FormDialog>
  );
}
