/** A size in pixels. */
export type PhotoSize = { width: number; height: number };
/** The position of a crop in percent: 0 is at the left or top edge of the picture, 100 at the right or bottom edge. */
export type CropPosition = { across: number; down: number };

/** The size of the largest crop with this aspect ratio (width divided by height). */
function cropOf({ width, height }: PhotoSize, ratio: number): PhotoSize {
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
}

/** In which directions the largest crop with this aspect ratio can be moved within the picture. */
export function movableAxes(size: PhotoSize, ratio: number): { across: boolean; down: boolean } {
  const crop = cropOf(size, ratio);
  return { across: size.width - crop.width >= 1, down: size.height - crop.height >= 1 };
}

/** The middle of the crop in percent of the picture's width and height, as the server needs it to crop the picture. */
export function focusOf({ across, down }: CropPosition, size: PhotoSize, ratio: number) {
  const crop = cropOf(size, ratio);
  const middle = (whole: number, part: number, position: number) =>
    Math.round((100 * (((whole - part) * position) / 100 + part / 2)) / whole);
  return {
    focus_x: middle(size.width, crop.width, across),
    focus_y: middle(size.height, crop.height, down),
  };
}
