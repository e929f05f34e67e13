import './controls.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** What comes of it, in paragraphs. */
  children: ReactNode;
  /** What the button that does it says. */
  confirm: string;
  /** What the button that leaves all as it is says. */
  keep: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is given up that cannot be brought back; the focus stands where nothing is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirm, keep, isBusy = false, onConfirm, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.question}>
        {children}
        <Button color="red" variant="outline" loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          {keep}
        </Button>
      </div>
    </Modal>
  );
}
