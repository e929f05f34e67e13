import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';

/** Deletes the offline library from the device after a confirmation. */
export function DeleteLibrary({ onRemove }: { onRemove: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    setIsAsking(false);
    onRemove();
  };
  return (
    <>
      <Button variant="subtle" color="red" className="self-left" onClick={() => setIsAsking(true)}>
        Delete from this device
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete saved content?"
        confirm="Delete"
        cancel="Keep"
        onConfirm={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>You will need a connection to see courses, pages and pictures. Your bookings and cart are not affected.</p>
      </ConfirmDialog>
    </>
  );
}
