import type { OutboxNotice, OutboxOutcome } from './outbox-notice.ts';
import type { RowFault } from './outbox-row.ts';

const discarded: RowFault = { code: 'DISCARDED', message: 'This change was discarded.', isFinal: true };

/** How a notice ends the wait for a row; null where it goes on. */
function outcomeOf(notice: OutboxNotice, key: string): OutboxOutcome | null {
  if (notice.type === 'paused') return { kind: 'queued', key };
  if (!('key' in notice) || notice.key !== key) return null;
  if (notice.type === 'refused') return { kind: 'refused', fault: notice.fault };
  if (notice.type === 'discarded') return { kind: 'refused', fault: discarded };
  return notice.type === 'signedOut' ? { kind: 'signedOut', key } : { kind: 'delivered' };
}

type WaitParts = {
  subscribe: (listener: (notice: OutboxNotice) => void) => () => void;
  /** Calls `work` after so many milliseconds; the answer calls it off. */
  after: (pause: number, work: () => void) => () => void;
};

/** Waits until a row has ended, or for so many milliseconds: then it goes on by itself, and is `queued` for its screen. */
export function waitForEnd(parts: WaitParts, key: string, patience: number): Promise<OutboxOutcome> {
  return new Promise((resolve) => {
    const end = (outcome: OutboxOutcome) => {
      callOff();
      leave();
      resolve(outcome);
    };
    const callOff = parts.after(patience, () => end({ kind: 'queued', key }));
    const leave = parts.subscribe((notice) => {
      const outcome = outcomeOf(notice, key);
      if (outcome) end(outcome);
    });
  });
}
