import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
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
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete what was saved?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={classes.dialog}>
          <p>
            Courses, pages and pictures are then read over the network again. Your bookings and cart are not touched.
          </p>
          <Button color="red" variant="outline" onClick={remove}>
            Delete
          </Button>
          <Button variant="subtle" onClick={() => setIsAsking(false)} data-autofocus>
            Keep
          </Button>
        </div>
      </Modal>
    </>
  );
}
