import '../../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../../contract/pages.ts';

type DiscardOptions = {
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  /**
   * Whether the changes are being saved. Meanwhile the form cannot be closed. Opening another page needs no
   * confirmation, because the draft stays stored until its changes have been saved.
   */
  isSaving?: boolean;
  /** Called to close the form and discard the changes. */
  onDiscard: () => void;
};

/**
 * Asks for confirmation if unsaved changes would be lost by closing the form or opening another page. If the browser
 * tab is closed or reloaded, the browser's own dialog asks. Opening Login needs no confirmation, because the draft of
 * the form is still there when the student returns.
 */
export function useDiscardDialog({ isChanged, isSaving = false, onDiscard }: DiscardOptions) {
  const [isClosing, setIsClosing] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isChanged && !isSaving && next.pathname !== paths.login,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return {
    isOpen: isClosing || blocker.status === 'blocked',
    /** Closes the form, after asking for confirmation if there are unsaved changes. Does nothing during saving. */
    requestClose: () => {
      if (isSaving) return;
      if (isChanged) setIsClosing(true);
      else onDiscard();
    },
    stay: () => {
      setIsClosing(false);
      blocker.reset?.();
    },
    discard: () => {
      setIsClosing(false);
      onDiscard();
      blocker.proceed?.();
    },
  };
}

type DiscardDialogProps = { isOpen: boolean; onStay: () => void; onDiscard: () => void };

/** Asks whether to discard unsaved changes. */
export function DiscardDialog({ isOpen, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title="Discard your changes?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Mantine listens for Escape on the window, so the key press that opened this dialog would also close it. Handle
      // Escape in the dialog instead.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && onStay()}
    >
      <div className="stack gap-3">
        <p>Your changes are not saved yet.</p>
        <Button onClick={onStay} data-autofocus>
          Keep editing
        </Button>
        <Button variant="outline" color="red" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </Modal>
  );
}
