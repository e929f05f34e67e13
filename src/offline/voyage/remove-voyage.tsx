import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import classes from './voyage-page.module.css';

/** Deletes what was saved, after asking. */
export function RemoveVoyage({ onRemove }: { onRemove: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    setIsAsking(false);
    onRemove();
  };
  return (
    <>
      <Button variant="subtle" color="red" className={classes.action} onClick={() => setIsAsking(true)}>
        Delete from this device
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete what was saved?"
        confirm="Delete"
        keep="Keep"
        onConfirm={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>Courses, pages and pictures are then read over the network again. Your bookings and cart are not touched.</p>
      </ConfirmDialog>
    </>
  );
}
