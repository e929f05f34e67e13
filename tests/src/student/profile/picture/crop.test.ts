import { describe, expect, it } from 'vitest';
import {
  middleCrop,
  movedCrop,
  placedCrop,
  positionOnAxis,
  squareOf,
  zoomedCrop,
} from '../../../../../src/student/profile/picture/crop.ts';

const wide = { width: 400, height: 200 };
const middle = middleCrop(wide);

describe('the crop of a picture', () => {
  it('the crop of a profile picture starts as the largest square in the middle of the picture', () => {
    expect(squareOf(middle, wide)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('the crop of a profile picture moves with the drag, but stays inside the picture', () => {
    expect(squareOf(movedCrop(middle, wide, 0.25, 0), wide)).toEqual({ left: 50, top: 0, side: 200 });
    expect(squareOf(movedCrop(middle, wide, 9, 9), wide)).toEqual({ left: 0, top: 0, side: 200 });
    expect(squareOf(movedCrop(middle, wide, -9, -9), wide)).toEqual({ left: 200, top: 0, side: 200 });
  });

  it('the crop of a profile picture zooms around its centre within limits, and stays inside the picture', () => {
    expect(squareOf(zoomedCrop(middle, wide, 2), wide)).toEqual({ left: 150, top: 50, side: 100 });
    expect(zoomedCrop(middle, wide, 99).zoom).toBe(4);
    expect(zoomedCrop(middle, wide, 0).zoom).toBe(1);
    const corner = movedCrop(zoomedCrop(middle, wide, 2), wide, -9, -9);
    expect(squareOf(corner, wide)).toEqual({ left: 300, top: 100, side: 100 });
    expect(squareOf(zoomedCrop(corner, wide, 1), wide)).toEqual({ left: 200, top: 0, side: 200 });
  });

  it('positionOnAxis returns a crop’s slider position between 0 and 1, or null if the crop cannot move along the axis', () => {
    expect(squareOf(placedCrop(middle, wide, 1, 0.5), wide).left).toBe(200);
    expect(positionOnAxis(100, 200, 400)).toBe(0.5);
    expect(positionOnAxis(0, 200, 200)).toBeNull();
  });
});
