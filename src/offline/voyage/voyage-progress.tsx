import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { VoyageContext } from '../../../machines/voyage.types.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Notice } from '../../ui/notice.tsx';
import classes from './voyage-page.module.css';

type VoyageProgressProps = { context: VoyageContext; isWaiting: boolean; onPause: () => void };

/** How far the saving has come, in numbers, and the way to pause it. */
export function VoyageProgressPart({ context: { progress }, isWaiting, onPause }: VoyageProgressProps) {
  const share = progress ? progress.bytes / Math.max(1, progress.totalBytes) : 0;
  const percent = Math.floor(share * 100);
  const told = progress
    ? `${formatBytes(progress.bytes)} of ${formatBytes(progress.totalBytes)} · ${percent} %`
    : 'Beginning…';
  return (
    <section aria-labelledby="voyage-progress" className={classes.part}>
      <h2 id="voyage-progress">{isWaiting ? 'Waiting for the connection' : 'Saving'}</h2>
      <progress className={classes.bar} max={100} value={percent} aria-labelledby="voyage-progress" />
      <p className={classes.numbers}>{told}</p>
      {isWaiting ? (
        <Notice tone="waiting" role="status" title="The line was cut.">
          What came is kept. The rest follows by itself as soon as the connection is back, also after this page was
          closed and opened again.
        </Notice>
      ) : (
        <p>You may go on reading; it continues while the site is open.</p>
      )}
      <Button variant="outline" className={classes.action} onClick={onPause}>
        Pause
      </Button>
    </section>
  );
}
