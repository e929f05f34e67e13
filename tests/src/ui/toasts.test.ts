import { afterEach, expect, it } from 'vitest';
import { openToastRegion, showToast, type Toast } from '../../../src/ui/toasts.ts';

let close = () => {};
afterEach(() => close());

/** How long toasts stand, in milliseconds. */
function timesOf(...toasts: Toast[]): number[] {
  const times: number[] = [];
  // What other tests left waiting.
  openToastRegion({ show: () => {} })();
  close = openToastRegion({ show: ({ time }) => void times.push(time) });
  for (const toast of toasts) showToast(toast);
  return times;
}

it('stand 4 s, notices 5 s, and as long as they are told (document 1, section 9)', () => {
  const message = 'Link copied';
  expect(timesOf({ message }, { message, title: 'Request failed' }, { message, time: 2000 })).toEqual([
    4000, 5000, 2000,
  ]);
});
