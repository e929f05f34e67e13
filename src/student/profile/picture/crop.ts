/** Width and height of a picture in its own pixels, upright. */
export type PictureSize = { width: number; height: number };
/** A square of a picture: its centre in the picture's pixels, and how many times it is enlarged over the largest one. */
export type Crop = { x: number; y: number; zoom: number };
/** The square itself, in the picture's pixels. */
export type Square = { left: number; top: number; side: number };

export const largestZoom = 4;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** The crop that is nearest to what was wanted and leaves no part of the square empty. */
function fitted({ x, y, zoom }: Crop, size: PictureSize): Crop {
  const allowed = within(zoom, 1, largestZoom);
  const half = sideOf(size, allowed) / 2;
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom: allowed };
}

/** The largest square in the middle. */
export function middleCrop({ width, height }: PictureSize): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** The picture is dragged by shares of the square's side, to the right and down. */
export function movedCrop(crop: Crop, size: PictureSize, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return fitted({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size);
}

export function zoomedCrop(crop: Crop, size: PictureSize, zoom: number): Crop {
  return fitted({ ...crop, zoom }, size);
}

export function squareOf(crop: Crop, size: PictureSize): Square {
  const side = sideOf(size, crop.zoom);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}

/** How far the square stands along a way, 0 to 1; null where there is no way. */
export function shareOfWay(start: number, side: number, length: number): number | null {
  const room = length - side;
  return room < 1 ? null : start / room;
}

/** The square moved to shares of its way, 0 to 1, across and down. */
export function placedCrop(crop: Crop, size: PictureSize, across: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return fitted(
    { ...crop, x: side / 2 + across * (size.width - side), y: side / 2 + down * (size.height - side) },
    size,
  );
}
