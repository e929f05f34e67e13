import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { CartItem } from '../../contract/cart.ts';
import classes from './cart.module.css';
import { lineName } from './line-parts.ts';

/** Says what has left the cart, and puts it back. */
export function RemovedNote({ line, onUndo }: { line: CartItem; onUndo: () => void }) {
  return (
    <div className={classes.removed} role="status">
      <p>
        <strong>{lineName(line)}</strong> was removed.
      </p>
      <Button variant="outline" onClick={onUndo}>
        Undo <span className="visually-hidden">removing {lineName(line)}</span>
      </Button>
    </div>
  );
}
