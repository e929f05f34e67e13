import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { Notice } from '../../ui/messages/notice.tsx';

type FormModalProps = {
  title: string;
  size?: 'md' | 'lg';
  isBusy: boolean;
  /** Whether a field has another value than when the dialog opened. */
  hasChanges: boolean;
  onClose: () => void;
  /** Returns the form. `close`: closes the dialog as Escape does; call it from the button beside the submit button. */
  children: (close: () => void) => ReactNode;
};

/**
 * A `Modal` that contains a form. If a field was changed, the dialog asks before it closes, because what was entered
 * would be lost. A click outside never closes it. While the form is being sent (`isBusy`), nothing closes it, so that a
 * refusal can be shown in it.
 */
export function FormModal({ title, size = 'md', isBusy, hasChanges, onClose, children }: FormModalProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (hasChanges ? setIsAsking(true) : onClose());
  return (
    <>
      <Modal
        opened
        {...{ title, size }}
        onClose={close}
        // While the dialog asks whether to discard the changes, Escape closes only this question.
        closeOnEscape={!isBusy && !isAsking}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      >
        {children(close)}
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard what you entered?"
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      >
        <p>It is not stored yet.</p>
      </ConfirmDialog>
    </>
  );
}

export type FormDialogProps = Omit<FormModalProps, 'children'> & {
  /** Label of the submit button. */
  submit: string;
  /** Label of the button that closes the dialog. */
  cancel?: string;
  /** Whether the submit button is red, for changes such as a cancellation. */
  isDangerous?: boolean;
  isDisabled?: boolean;
  /**
   * The message for an error that belongs to no field; null if there is none. It is shown beside the buttons, where the
   * staff member has just pressed one.
   */
  failure: string | null;
  /** True if the form validates its fields itself. If not, the browser does, by attributes such as `required`. */
  noValidate?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { submit, cancel = 'Cancel', isDangerous = false, isDisabled, failure, ...others } = props;
  const { noValidate, onSubmit, children, ...modal } = others;
  return (
    <FormModal {...modal}>
      {(close) => (
        <form onSubmit={onSubmit} noValidate={noValidate}>
          <Stack gap="md">
            {children}
            {failure === null ? null : <Notice tone="error" role="alert" title={failure} />}
            <Group>
              <Button
                type="submit"
                color={isDangerous ? 'red' : undefined}
                variant={isDangerous ? 'outline' : 'filled'}
                loading={modal.isBusy}
                disabled={isDisabled}
              >
                {submit}
              </Button>
              <Button variant="subtle" onClick={close} disabled={modal.isBusy}>
                {cancel}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}
