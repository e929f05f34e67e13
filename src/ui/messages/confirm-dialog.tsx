import '../controls.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** Paragraphs that explain the consequences of confirming. */
  children: ReactNode;
  /** Label of the button that confirms. */
  confirm: string;
  /** Label of the button that cancels. */
  cancel: string;
  isBusy?: boolean;
  /** Whether the focus returns to the button that opened the dialog when it closes. Default: true. */
  returnsFocus?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of something that cannot be undone. When the dialog opens, the cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirm, cancel, isBusy = false, returnsFocus = true, onConfirm, onClose } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      returnFocus={returnsFocus}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Mantine listens for Escape on the window, so an Escape that opened this dialog would also close it. Handle
      // Escape in the dialog instead.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="stack gap-4">
        {children}
        <Button color="red" variant="outline" loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
      </div>
    </Modal>
  );
}
