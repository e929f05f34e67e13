import { expect, it, vi } from 'vitest';
import { preloadOnTouch } from '../../../../src/booking/adding/preload-on-touch.ts';

it('preloadOnTouch loads the script once, when the browser is idle after the first touch, and not during the touch', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] });
  const load = vi.fn(async () => {});
  const card = document.createElement('div');
  preloadOnTouch(load)(card);
  card.dispatchEvent(new Event('pointerdown'));
  card.dispatchEvent(new Event('pointerdown'));
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(load).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
