import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import type { LibraryDownloadContext } from '../../../../machines/library-download.machine.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { useConnection } from '../../connection/page-connection.ts';
import { useUnreachable } from '../../connection/unreachable.ts';
import classes from './download-page.module.css';

type DownloadProgressProps = { context: LibraryDownloadContext; isWaiting: boolean; onPause: () => void };

/** Shows the progress of the download and lets the student pause it. */
export function DownloadProgress({ context: { progress }, isWaiting, onPause }: DownloadProgressProps) {
  const { reason, when } = useUnreachable();
  const waitingTitle = useConnection() === 'serverDown' ? 'Waiting for our server' : 'Waiting for the connection';
  const share = progress ? progress.bytes / Math.max(1, progress.totalBytes) : 0;
  const percent = Math.floor(share * 100);
  const progressText = progress
    ? `${formatBytes(progress.bytes)} of ${formatBytes(progress.totalBytes)} · ${percent} %`
    : 'Starting…';
  return (
    <section aria-labelledby="download-progress" className="stack gap-4">
      <h2 id="download-progress">{isWaiting ? waitingTitle : 'Saving'}</h2>
      <progress
        className={`fill tint clip ${classes.bar}`}
        max={100}
        value={percent}
        aria-labelledby="download-progress"
      />
      <p>{progressText}</p>
      {isWaiting ? (
        <Notice tone="waiting" role="status" title={`${reason}.`}>
          Everything downloaded so far is saved. The rest will download automatically {when}, even if you close this
          page and open it again later.
        </Notice>
      ) : (
        <p>You can keep reading. The download continues while the site is open.</p>
      )}
      <Button variant="outline" className="self-left" onClick={onPause}>
        Pause
      </Button>
    </section>
  );
}
