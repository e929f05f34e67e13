/** Width and height of the upright picture, in the picture's own pixels. */
export type PictureSize = { width: number; height: number };
/** A square crop: its centre in pixels of the picture, and its zoom, where 1 is the largest possible square. */
export type Crop = { x: number; y: number; zoom: number };
/** The edges of a crop, in pixels of the picture. */
export type Square = { left: number; top: number; side: number };

export const largestZoom = 4;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** The nearest crop that lies inside the picture. */
function clampCrop({ x, y, zoom }: Crop, size: PictureSize): Crop {
  const allowed = clamp(zoom, 1, largestZoom);
  const half = sideOf(size, allowed) / 2;
  return { x: clamp(x, half, size.width - half), y: clamp(y, half, size.height - half), zoom: allowed };
}

/** The largest possible crop, in the middle of the picture. */
export function middleCrop({ width, height }: PictureSize): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** The crop after the picture was dragged. `right`, `down`: distance as a share of the square's side. */
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

/** Where the square lies along one axis: 0 at the start, 1 at the end; null if it fills the whole axis. */
export function positionOnAxis(start: number, side: number, length: number): number | null {
  const free = length - side;
  return free < 1 ? null : start / free;
}

/** The crop with its square at the positions `across` and `down`, each from 0 to 1. */
export function placedCrop(crop: Crop, size: PictureSize, across: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return clampCrop(
    { ...crop, x: side / 2 + across * (size.width - side), y: side / 2 + down * (size.height - side) },
    size,
  );
}
