import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { useReturnFocus } from '../../../ui/messages/use-return-focus.ts';
import { focusContent } from '../../../ui/page/use-focus-after-removal.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { outbox } from '../page-outbox.ts';
import type { OutboxRow } from '../row.ts';
import { changeStateText, isLossToDiscard, type ListStatus } from './change-state.ts';
import classes from './waiting-changes.module.css';
import { isRetryUseful, wayForward } from './way-forward.ts';

const DiscardDialog = lazyPart(() =>
  import('./discard-dialog.tsx').then((module) => ({ default: module.DiscardDialog })),
);

async function discard(key: string): Promise<void> {
  if (await outbox.discard(key)) focusContent();
  else showToast({ message: 'This change is being sent and could not be discarded.', tone: 'error' });
}

/** One waiting change with its state as text, and ways to go on: choose again, retry or discard it. */
export function WaitingChange({ row, listStatus }: { row: OutboxRow; listStatus: ListStatus }) {
  const [isConfirming, setIsConfirming] = useState(false);
  useReturnFocus(isConfirming);
  const canRetry = row.state === 'needsAttention' && isRetryUseful(row);
  const forward = wayForward(row);
  const about = `waiting-change-${row.key}`;
  return (
    <li className={`row wrap middle wide ${classes.change}`} data-state={row.state}>
      <div className={`shrink anywhere ${classes.text}`}>
        <p id={about}>{row.title}</p>
        <p className={classes.state}>{changeStateText(row, listStatus)}</p>
      </div>
      {forward ? (
        <Button component={PageLink} href={forward.href} size="sm" aria-describedby={about}>
          {forward.text}
        </Button>
      ) : null}
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
          onClick={() => (isLossToDiscard(row) ? setIsConfirming(true) : void discard(row.key))}
        >
          Discard
        </Button>
      )}
      {isConfirming ? (
        <Suspense fallback={null}>
          <DiscardDialog
            row={row}
            onClose={() => setIsConfirming(false)}
            onDiscard={() => {
              setIsConfirming(false);
              void discard(row.key);
            }}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
