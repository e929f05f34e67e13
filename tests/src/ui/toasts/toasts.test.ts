import { afterEach, expect, it } from 'vitest';
import { openToastRegion, showToast, type Toast } from '../../../../src/ui/toasts/toasts.ts';

let close = () => {};
afterEach(() => close());

/** How long the toasts are shown, in milliseconds. */
function timesOf(...toasts: Toast[]): number[] {
  const times: number[] = [];
  // Removes toasts that other tests left waiting.
  openToastRegion({ show: () => {} })();
  close = openToastRegion({ show: ({ time }) => void times.push(time) });
  for (const toast of toasts) showToast(toast);
  return times;
}

it('toasts last 4 s, toasts with a title 5 s, and any toast as long as requested', () => {
  const message = 'Link copied';
  expect(timesOf({ message }, { message, title: 'Request failed' }, { message, time: 2000 })).toEqual([
    4000, 5000, 2000,
  ]);
});
