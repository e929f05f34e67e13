import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBooking, tellOfReturn } from '../../sw/return-notice.ts';

type Page = { visibilityState: 'visible' | 'hidden'; focus: () => void };

function createWorker(pages: Page[] = []) {
  const showNotification = vi.fn(async () => {});
  const setAppBadge = vi.fn(async () => {});
  const openWindow = vi.fn(async () => null);
  const worker = {
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    navigator: { setAppBadge },
  };
  return { worker: worker as unknown as Parameters<typeof tellOfReturn>[0], showNotification, setAppBadge, openWindow };
}

function answer({ headers = { 'x-landfall': '1' }, permission = 'granted' } = {}): void {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
  vi.stubGlobal('Notification', { permission });
}
afterEach(() => void vi.unstubAllGlobals());

describe('a booking that can go on', () => {
  it('is told to a student who looks at no page, in words that name nobody', async () => {
    answer();
    const { worker, showNotification, setAppBadge } = createWorker([{ visibilityState: 'hidden', focus: vi.fn() }]);
    await tellOfReturn(worker);
    const words = { body: 'The connection is back. Nothing was ordered meanwhile.', tag: 'landfall-booking' };
    expect(showNotification).toHaveBeenCalledWith('Your booking can go on', expect.objectContaining(words));
    expect(setAppBadge).toHaveBeenCalledWith(1);
  });

  it.each(['default', 'denied'])('is told to nobody whose answer is %s', async (permission) => {
    answer({ permission });
    const { worker, showNotification, setAppBadge } = createWorker();
    await tellOfReturn(worker);
    expect([showNotification.mock.calls, setAppBadge.mock.calls]).toEqual([[], []]);
  });

  it('is told by the page to who looks at one', async () => {
    answer();
    const { worker, showNotification } = createWorker([{ visibilityState: 'visible', focus: vi.fn() }]);
    await tellOfReturn(worker);
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('is not told by the answer of a captive portal, and the browser tries again', async () => {
    answer({ headers: {} as never });
    const { worker, showNotification } = createWorker();
    await expect(tellOfReturn(worker)).rejects.toThrow('Not an answer of our server');
    expect(showNotification).not.toHaveBeenCalled();
  });
});

describe('a tap on it', () => {
  const notification = () => ({ close: vi.fn() }) as unknown as Notification;

  it('opens the cart, from which a notice leads on', async () => {
    const { worker, openWindow } = createWorker();
    await openBooking(worker, notification());
    expect(openWindow).toHaveBeenCalledWith('/course-booking/details');
  });

  it('comes back to the page that is open', async () => {
    const page = { visibilityState: 'hidden' as const, focus: vi.fn() };
    const { worker, openWindow } = createWorker([page]);
    await openBooking(worker, notification());
    expect([page.focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
  });
});
