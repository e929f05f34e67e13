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

it('a toast is shown for 4 seconds, with a title for 5 seconds, unless the caller sets another time', () => {
  const message = 'Link copied';
  expect(timesOf({ message }, { message, title: 'Request failed' }, { message, time: 2000 })).toEqual([
    4000, 5000, 2000,
  ]);
});
