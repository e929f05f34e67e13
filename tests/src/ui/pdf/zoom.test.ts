import { expect, it } from 'vitest';
import { scaleOf, zoomFrom } from '../../../../src/ui/pdf/zoom.ts';

it('the scale “fit” of the PDF preview fits the page to the available width, at most at four times its size', () => {
  expect(scaleOf('fit', 397, 794)).toBe(0.5);
  expect(scaleOf('fit', 5000, 100)).toBe(4);
  expect(scaleOf(1.5, 397, 794)).toBe(1.5);
});

it('zoomFrom returns the next larger or smaller zoom step of the PDF preview, within the limits', () => {
  expect([zoomFrom(0.45, 'in'), zoomFrom(0.45, 'out'), zoomFrom(0.5, 'in'), zoomFrom(1, 'out')]).toEqual([
    0.5, 0.25, 0.75, 0.75,
  ]);
  expect([zoomFrom(4, 'in'), zoomFrom(0.25, 'out')]).toEqual([4, 0.25]);
});
