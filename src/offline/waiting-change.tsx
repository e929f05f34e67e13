import '../ui/controls.css';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { showToast } from '../ui/toasts.ts';
import { type Circumstances, changeStateText, isLossToDiscard } from './change-state.ts';
import type { OutboxRow } from './outbox-row.ts';
import { outbox } from './page-outbox.ts';
import classes from './waiting-changes.module.css';

const DiscardDialog = lazy(() => import('./discard-dialog.tsx').then((module) => ({ default: module.DiscardDialog })));

async function discard(key: string): Promise<void> {
  if (await outbox.discard(key)) return;
  showToast({ message: 'This change is just being sent and could not be discarded.', tone: 'wrong' });
}

/** One change with its state in plain words, and the ways on. */
export function WaitingChange({ row, circumstances }: { row: OutboxRow; circumstances: Circumstances }) {
  const [isAsking, setIsAsking] = useState(false);
  const canRetry = row.state === 'needsAttention' && row.kind !== 'unreadable';
  const about = `waiting-change-${row.key}`;
  return (
    <li className={classes.change} data-state={row.state}>
      <div className={classes.words}>
        <p id={about}>{row.title}</p>
        <p className={classes.state}>{changeStateText(row, circumstances)}</p>
      </div>
      {canRetry ? (
        <Button size="sm" variant="outline" aria-describedby={about} onClick={() => void outbox.retry(row.key)}>
          Try again
        </Button>
      ) : null}
      {row.state === 'sending' ? null : (
        <Button
          size="sm"
          variant="subtle"
          aria-describedby={about}
          onClick={() => (isLossToDiscard(row) ? setIsAsking(true) : void discard(row.key))}
        >
          Discard
        </Button>
      )}
      {isAsking ? (
        <Suspense fallback={null}>
          <DiscardDialog
            row={row}
            onClose={() => setIsAsking(false)}
            onDiscard={() => {
              setIsAsking(false);
              void discard(row.key);
            }}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
