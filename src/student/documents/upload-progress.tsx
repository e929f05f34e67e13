import '../../ui/controls.css';
import { Button } from '@mantine/core';
import classes from './upload-dialog.module.css';
import type { UploadStage } from './use-document-upload.ts';

/** How far the upload is, in numbers, and its end. */
export function UploadProgress({ stage, onCancel }: { stage: UploadStage; onCancel: () => void }) {
  if (stage.at === 'idle') return null;
  const percent = stage.at === 'sending' ? Math.floor(stage.share * 100) : 100;
  const isOut = percent === 100;
  return (
    <div className={classes.progress}>
      <label className={classes.bar}>
        <span>{isOut ? 'Checking and saving…' : `Uploading: ${percent} %`}</span>
        <progress value={percent} max={100} />
      </label>
      {stage.at === 'sending' ? (
        <Button variant="outline" onClick={onCancel}>
          Cancel upload
        </Button>
      ) : null}
    </div>
  );
}
