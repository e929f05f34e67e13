import '../../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import classes from '../profile-view.module.css';
import { type Crop, middleCrop, type PictureSize, squareOf } from './crop.ts';
import { CropSliders } from './crop-sliders.tsx';
import { CropStage } from './crop-stage.tsx';
import { drawSquare } from './draw-square.ts';
import { pictureTexts } from './picture-rules.ts';

type CropDialogProps = {
  /** Object URL of the chosen picture; null if no picture is chosen. */
  url: string | null;
  /** How much of the picture has been uploaded, 0 to 1; null if no upload is running. */
  progress: number | null;
  /** Why the picture was not saved; null if saving has not failed. */
  error: string | null;
  onUse: (picture: File) => void;
  /** Called to close the dialog and cancel a running upload. */
  onCancel: () => void;
};

function Progress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div role="status" className={classes.progress}>
      <p id="picture-progress">{percent < 100 ? `Uploading your picture: ${percent}%` : 'Saving your picture…'}</p>
      <progress max={100} value={percent} aria-labelledby="picture-progress" />
    </div>
  );
}

function CropForm({ url, progress, error, onUse, onCancel }: CropDialogProps & { url: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<PictureSize | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const isUploading = progress !== null;

  const start = (loaded: PictureSize) => {
    setSize(loaded);
    setCrop(middleCrop(loaded));
  };
  const use = () => {
    if (!picture.current || !size || !crop) return;
    drawSquare(picture.current, squareOf(crop, size)).then(onUse, () => setIsUnreadable(true));
  };
  const change = (wanted: Crop) => {
    if (!isUploading) setCrop(wanted);
  };

  return (
    <div className="stack gap-3">
      <CropStage
        url={url}
        picture={picture}
        size={size}
        crop={crop}
        onSize={start}
        onCrop={change}
        onUnreadable={() => setIsUnreadable(true)}
      />
      {size && crop ? (
        <>
          <p className="soft small">Drag the picture, or use the sliders.</p>
          <CropSliders size={size} crop={crop} isDisabled={isUploading} onCrop={change} />
        </>
      ) : null}
      {isUnreadable ? (
        <Notice tone="error" role="alert" title={pictureTexts.unknown}>
          This picture cannot be read. Choose another.
        </Notice>
      ) : null}
      {error && !isUploading ? (
        <Notice tone="error" role="alert" title={error}>
          Your picture is still here. Try again.
        </Notice>
      ) : null}
      {isUploading ? <Progress progress={progress} /> : null}
      <div className="row wrap gap-3">
        <ActionButton onClick={use} loading={isUploading} disabled={!crop || isUnreadable}>
          Use picture
        </ActionButton>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Dialog in which the student crops a picture to a square. It also shows the progress of uploading the result. */
export function CropDialog(props: CropDialogProps) {
  const { url, onCancel } = props;
  return (
    <Modal
      opened={url !== null}
      onClose={onCancel}
      title="Your picture"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {url ? <CropForm key={url} {...props} url={url} /> : null}
    </Modal>
  );
}
