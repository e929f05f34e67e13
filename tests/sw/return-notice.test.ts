import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveCheckout } from '../../src/checkout/resume/saved-checkout.ts';
import { deviceStore } from '../../src/offline/saved/device-store.ts';
import { subject } from '../../src/offline/session/subject.ts';
import { notifyBookingReady, openBooking } from '../../sw/return-notice.ts';

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
  return {
    worker: worker as unknown as Parameters<typeof notifyBookingReady>[0],
    showNotification,
    setAppBadge,
    openWindow,
  };
}

function answer({ headers = { 'x-landfall': '1' }, permission = 'granted' } = {}): void {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
  vi.stubGlobal('Notification', { permission });
}
afterEach(() => void vi.unstubAllGlobals());

describe('the notification that a booking can continue', () => {
  beforeEach(async () => {
    subject.enter('asha');
    await saveCheckout('asha', { stage: 'review', state: {}, seen: null, savedAt: 1 });
  });
  afterEach(() => subject.leave());

  it('when the connection is back and no page of the site is visible, a notification offers to continue the booking', async () => {
    answer();
    const { worker, showNotification, setAppBadge } = createWorker([{ visibilityState: 'hidden', focus: vi.fn() }]);
    await notifyBookingReady(worker);
    const words = { body: 'The connection is back.', tag: 'landfall-booking' };
    expect(showNotification).toHaveBeenCalledWith('You can continue your booking', expect.objectContaining(words));
    expect(setAppBadge).toHaveBeenCalledWith(1);
  });

  it('after a sign-out has deleted the booking from the device, no notification to continue it and no badge are shown', async () => {
    answer();
    await deviceStore.deleteStudent('asha');
    await deviceStore.setItem('student:dev-["cart","dev"]', 'cart of the next student');
    const { worker, showNotification, setAppBadge } = createWorker();
    await notifyBookingReady(worker);
    expect([showNotification.mock.calls, setAppBadge.mock.calls]).toEqual([[], []]);
  });

  it.each(['default', 'denied'])(
    'no notification to continue a booking, and no badge, is shown while the notification permission is “%s”',
    async (permission) => {
      answer({ permission });
      const { worker, showNotification, setAppBadge } = createWorker();
      await notifyBookingReady(worker);
      expect([showNotification.mock.calls, setAppBadge.mock.calls]).toEqual([[], []]);
    },
  );

  it('no notification to continue a booking is shown while a page of the site is visible', async () => {
    answer();
    const { worker, showNotification } = createWorker([{ visibilityState: 'visible', focus: vi.fn() }]);
    await notifyBookingReady(worker);
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('behind a captive portal, no notification to continue a booking is shown', async () => {
    answer({ headers: {} as never });
    const { worker, showNotification } = createWorker();
    await expect(notifyBookingReady(worker)).rejects.toThrow('The response is not from our server');
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('the connection check before the notification to continue a booking does not follow redirects', async () => {
    answer();
    const send = vi.fn<typeof fetch>(async () => Response.error());
    vi.stubGlobal('fetch', send);
    await expect(notifyBookingReady(createWorker().worker)).rejects.toThrow('The response is not from our server');
    expect(send.mock.calls).toEqual([['/api/health', { cache: 'no-store', redirect: 'manual' }]]);
  });
});

describe('a tap on the notification', () => {
  const notification = () => ({ close: vi.fn() }) as unknown as Notification;

  it('tapping the notification to continue a booking opens the cart when no page is open', async () => {
    const { worker, openWindow } = createWorker();
    await openBooking(worker, notification());
    expect(openWindow).toHaveBeenCalledWith('/course-booking/details');
  });

  it('tapping the notification to continue a booking focuses a page that is already open', async () => {
    const page = { visibilityState: 'hidden' as const, focus: vi.fn() };
    const { worker, openWindow } = createWorker([page]);
    await openBooking(worker, notification());
    expect([page.focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
  });
});
