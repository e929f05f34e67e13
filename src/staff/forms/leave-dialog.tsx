import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';

/** Asks for confirmation before a form with unsaved changes is left or its tab is closed. */
export function LeaveDialog({ title, hasEntries }: { title: string; hasEntries: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: hasEntries, enableBeforeUnload: hasEntries, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={title}
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you entered is not stored yet.</p>
    </ConfirmDialog>
  );
}
