/** Width and height of the picture in pixels, after rotating it upright. */
export type PictureSize = { width: number; height: number };
/** A square crop: its centre in pixels of the picture, and its zoom. At zoom 1 it is the largest possible square. */
export type Crop = { x: number; y: number; zoom: number };
/** The left and top edge of a square crop and the length of its sides, in pixels of the picture. */
export type Square = { left: number; top: number; side: number };

export const largestZoom = 4;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** Moves a crop that extends beyond the edge of the picture back inside, and limits its zoom. */
function clampCrop({ x, y, zoom }: Crop, size: PictureSize): Crop {
  const allowed = clamp(zoom, 1, largestZoom);
  const half = sideOf(size, allowed) / 2;
  return { x: clamp(x, half, size.width - half), y: clamp(y, half, size.height - half), zoom: allowed };
}

/** The largest possible crop, in the middle of the picture. */
export function middleCrop({ width, height }: PictureSize): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/**
 * The crop after the picture was dragged by the distances `right` and `down`, in side lengths of the square: 0.5 is
 * half a side.
 */
export function movedCrop(crop: Crop, size: PictureSize, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return clampCrop({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size);
}

export function zoomedCrop(crop: Crop, size: PictureSize, zoom: number): Crop {
  return clampCrop({ ...crop, zoom }, size);
}

export function squareOf(crop: Crop, size: PictureSize): Square {
  const side = sideOf(size, crop.zoom);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}

/**
 * The position of the square along one axis of the picture: 0 at the start, 1 at the end; null if it fills the whole
 * axis.
 */
export function positionOnAxis(start: number, side: number, length: number): number | null {
  const free = length - side;
  return free < 1 ? null : start / free;
}

/**
 * The crop after its square was moved to the positions `across` and `down`: 0 is the left or top edge of the picture, 1
 * the right or bottom edge.
 */
export function placedCrop(crop: Crop, size: PictureSize, across: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return clampCrop(
    { ...crop, x: side / 2 + across * (size.width - side), y: side / 2 + down * (size.height - side) },
    size,
  );
}
