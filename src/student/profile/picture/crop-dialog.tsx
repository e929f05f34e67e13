import '../../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Crop, middleCrop, type PictureSize, squareOf } from './crop.ts';
import { CropSliders } from './crop-sliders.tsx';
import { CropStage } from './crop-stage.tsx';
import { drawSquare } from './draw-square.ts';
import classes from './picture.module.css';
import { pictureTexts } from './picture-rules.ts';

type CropDialogProps = {
  /** Address of the chosen picture; null: none is chosen. */
  url: string | null;
  /** Share of the picture that is sent, 0 to 1; null: it is not being sent. */
  sent: number | null;
  /** Why it was not taken over. */
  fault: string | null;
  onUse: (picture: File) => void;
  /** Stops the sending where one is under way. */
  onCancel: () => void;
};

function Progress({ sent }: { sent: number }) {
  const percent = Math.round(sent * 100);
  return (
    <div role="status" className={classes.progress}>
      <p id="picture-progress">{percent < 100 ? `Sending your picture: ${percent}%` : 'Saving your picture…'}</p>
      <progress max={100} value={percent} aria-labelledby="picture-progress" />
    </div>
  );
}

function CropForm({ url, sent, fault, onUse, onCancel }: CropDialogProps & { url: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<PictureSize | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const isSending = sent !== null;

  const take = (found: PictureSize) => {
    setSize(found);
    setCrop(middleCrop(found));
  };
  const use = () => {
    if (!picture.current || !size || !crop) return;
    drawSquare(picture.current, squareOf(crop, size)).then(onUse, () => setIsUnreadable(true));
  };
  const change = (wanted: Crop) => {
    if (!isSending) setCrop(wanted);
  };

  return (
    <div className={classes.dialog}>
      <CropStage
        url={url}
        picture={picture}
        size={size}
        crop={crop}
        onSize={take}
        onCrop={change}
        onUnreadable={() => setIsUnreadable(true)}
      />
      {size && crop ? (
        <>
          <p className={classes.hint}>Drag the picture, or use the sliders.</p>
          <CropSliders size={size} crop={crop} isDisabled={isSending} onCrop={change} />
        </>
      ) : null}
      {isUnreadable ? (
        <Notice tone="wrong" role="alert" title={pictureTexts.unknown}>
          This picture cannot be read. Choose another.
        </Notice>
      ) : null}
      {fault && !isSending ? (
        <Notice tone="wrong" role="alert" title={fault}>
          Your picture is still here. Try again.
        </Notice>
      ) : null}
      {isSending ? <Progress sent={sent} /> : null}
      <div className={classes.actions}>
        <ActionButton onClick={use} loading={isSending} disabled={!crop || isUnreadable}>
          Use picture
        </ActionButton>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** A square is chosen of a picture, sent and saved; the sending can be stopped. */
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
