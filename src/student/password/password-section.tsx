import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useReturnFocus } from '../../ui/messages/use-return-focus.ts';

// Load the module of `PasswordDialog` only when the dialog is first opened.
const PasswordDialog = lazyPart(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
);

/** The button that opens the dialog for changing the password. */
export function PasswordSection({ studentId, phone }: { studentId: string; phone: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  useReturnFocus(isOpen);
  return (
    <>
      <p className="soft small">Changing your password logs you out on all other devices.</p>
      <Button variant="outline" className="self-left" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PasswordDialog studentId={studentId} phone={phone} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
