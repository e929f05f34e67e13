import { type PointerEvent, type RefObject, useRef } from 'react';
import classes from '../profile-view.module.css';
import { type Crop, movedCrop, type PictureSize, squareOf, zoomedCrop } from './crop.ts';

type CropStageProps = {
  url: string;
  picture: RefObject<HTMLImageElement | null>;
  size: PictureSize | null;
  crop: Crop | null;
  onSize: (size: PictureSize) => void;
  onCrop: (crop: Crop) => void;
  onUnreadable: () => void;
};

type Point = { x: number; y: number };

function distanceOf(fingers: Point[]): number {
  const [one, other] = fingers;
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

const percent = (share: number) => `${share * 100}%`;

function imageStyle(crop: Crop, size: PictureSize) {
  const { left, top, side } = squareOf(crop, size);
  return {
    left: percent(-left / side),
    top: percent(-top / side),
    width: percent(size.width / side),
    height: percent(size.height / side),
  };
}

/**
 * Shows the picture behind the square of the crop. One finger or the mouse drags the picture; two fingers or the wheel
 * zoom it.
 */
export function CropStage({ url, picture, size, crop, onSize, onCrop, onUnreadable }: CropStageProps) {
  const fingers = useRef(new Map<number, Point>());

  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !size || !crop) return;
    const distance = distanceOf([...fingers.current.values()]);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (distance > 0) {
      onCrop(zoomedCrop(crop, size, (crop.zoom * distanceOf([...fingers.current.values()])) / distance));
      return;
    }
    const width = event.currentTarget.clientWidth;
    onCrop(movedCrop(crop, size, (event.clientX - before.x) / width, (event.clientY - before.y) / width));
  };
  const lift = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId);

  return (
    <div
      className={`rounded tint relative clip ${classes.stage}`}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
      onWheel={({ deltaY }) => size && crop && onCrop(zoomedCrop(crop, size, crop.zoom * (deltaY < 0 ? 1.1 : 1 / 1.1)))}
    >
      <img
        ref={picture}
        src={url}
        alt="The part that will be shown"
        draggable={false}
        className={classes.shot}
        {...(size && crop ? { style: imageStyle(crop, size) } : {})}
        onLoad={({ currentTarget }) =>
          onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={onUnreadable}
      />
    </div>
  );
}
