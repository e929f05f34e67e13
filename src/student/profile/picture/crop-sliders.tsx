import classes from '../profile-view.module.css';
import { type Crop, largestZoom, type PictureSize, placedCrop, positionOnAxis, squareOf, zoomedCrop } from './crop.ts';

type SliderProps = {
  label: string;
  value: number | null;
  min?: number;
  max?: number;
  isDisabled: boolean;
  onSlide: (value: number) => void;
};

function Slider({ label, value, min = 0, max = 1, isDisabled, onSlide }: SliderProps) {
  return (
    <label className={`stack middle small ${classes.slider}`}>
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value ?? 0.5}
        disabled={isDisabled || value === null}
        onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

type CropSlidersProps = { size: PictureSize; crop: Crop; isDisabled: boolean; onCrop: (crop: Crop) => void };

/** Sliders with which the zoom and the position of the crop can be set by keyboard. */
export function CropSliders({ size, crop, isDisabled, onCrop }: CropSlidersProps) {
  const { left, top, side } = squareOf(crop, size);
  const across = positionOnAxis(left, side, size.width);
  const down = positionOnAxis(top, side, size.height);
  return (
    <div className="stack gap-1">
      <Slider
        label="Zoom"
        value={crop.zoom}
        min={1}
        max={largestZoom}
        isDisabled={isDisabled}
        onSlide={(zoom) => onCrop(zoomedCrop(crop, size, zoom))}
      />
      <Slider
        label="Left to right"
        value={across}
        isDisabled={isDisabled}
        onSlide={(share) => onCrop(placedCrop(crop, size, share, down ?? 0.5))}
      />
      <Slider
        label="Top to bottom"
        value={down}
        isDisabled={isDisabled}
        onSlide={(share) => onCrop(placedCrop(crop, size, across ?? 0.5, share))}
      />
    </div>
  );
}
