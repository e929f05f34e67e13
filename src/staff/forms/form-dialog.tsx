import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../../ui/messages/notice.tsx';

export type FormDialogProps = {
  title: string;
  size?: 'md' | 'lg';
  /** Label of the submit button. */
  submit: string;
  /** Label of the button that closes the dialog. */
  cancel?: string;
  /** Whether the submit button is red, for changes such as a cancellation. */
  isDangerous?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  /**
   * The message for an error that belongs to no field; null if there is none. It is shown beside the buttons, where the
   * staff member has just pressed one.
   */
  failure: string | null;
  /** True if the form validates its fields itself. Otherwise the browser validates attributes such as `required`. */
  noValidate?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Properties of a `Modal` that contains a form. A click outside does not close it, because what was typed would be
 * lost. While the form is being sent (`isBusy`), nothing closes it, because a refusal could not be shown any more. The
 * form also counts as being sent while the dialog for the second factor is open above it.
 */
export const formModalProps = (isBusy: boolean) => ({
  closeOnEscape: !isBusy,
  closeOnClickOutside: false,
  closeButtonProps: { 'aria-label': 'Close', disabled: isBusy },
});

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', submit, cancel = 'Cancel', isDangerous = false, isBusy, failure, onClose } = props;
  return (
    <Modal opened {...{ title, size, onClose }} {...formModalProps(isBusy)}>
      <form onSubmit={props.onSubmit} noValidate={props.noValidate}>
        <Stack gap="md">
          {props.children}
          {failure === null ? null : <Notice tone="error" role="alert" title={failure} />}
          <Group>
            <Button
              type="submit"
              color={isDangerous ? 'red' : undefined}
              variant={isDangerous ? 'outline' : 'filled'}
              loading={isBusy}
              disabled={props.isDisabled}
            >
              {submit}
            </Button>
            <Button variant="subtle" onClick={onClose} disabled={isBusy}>
              {cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
