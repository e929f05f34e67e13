import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPush, renewPush, showPush } from '../../sw/push.ts';

const origin = 'https://landfall.example.com';

function createWorker(open: string[] = []) {
  const pages = open.map((path) => ({ url: `${origin}${path}`, focus: vi.fn(async () => {}), postMessage: vi.fn() }));
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => null);
  const subscribe = vi.fn(async () => subscription());
  const worker = {
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => pages, openWindow },
    location: { origin },
  };
  type Worker = Parameters<typeof showPush>[0];
  return {
    worker: worker as unknown as Worker & Parameters<typeof openPush>[0],
    pages,
    ...{ showNotification, openWindow, subscribe },
  };
}

const data = (value: unknown) => ({ json: () => value }) as unknown as PushMessageData;
const message = {
  title: 'Refund sent',
  body: 'Payments has the details.',
  path: '/profile?tab=payments',
  tag: 'refund:1',
};

function clicked(path: string) {
  const close = vi.fn();
  return { notification: { close, data: { path } } as unknown as Notification, close };
}

const unsubscribe = vi.fn(async () => true);
function subscription(endpoint = 'https://push.example.com/new') {
  const keys = { p256dh: 'key', auth: 'secret' };
  const one = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe,
    options: { applicationServerKey: new ArrayBuffer(65) },
  };
  return one as unknown as PushSubscription;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('a push message', () => {
  it('a push message is shown as a notification with the message’s title, text and tag', async () => {
    const { worker, showNotification } = createWorker();
    await showPush(worker, data(message));
    const { title, body, tag, path } = message;
    expect(showNotification).toHaveBeenCalledWith(title, { body, tag, icon: '/icons/icon-192.png', data: { path } });
  });

  it.each([
    ['without content', null],
    ['of an unknown form', data({ kind: 'new' })],
  ])('a push message %s is shown as a notification with a general text', async (_, content) => {
    const { worker, showNotification } = createWorker();
    await showPush(worker, content);
    expect(showNotification).toHaveBeenCalledWith(
      'There is news for you',
      expect.objectContaining({ data: { path: '/profile' } }),
    );
  });
});

describe('a tap on a push message', () => {
  it('a tap on a push notification focuses the window that already shows the linked page, and tells it to reload', async () => {
    const { worker, pages, openWindow } = createWorker(['/', '/profile?tab=payments']);
    const { notification, close } = clicked(message.path);
    await openPush(worker, notification);
    expect(pages.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1]);
    expect(pages.map(({ postMessage }) => postMessage.mock.calls)).toEqual([[], [[{ type: 'push.opened' }]]]);
    expect([openWindow.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
  });

  it('a tap on a push notification opens a new window instead of replacing a checkout in another window', async () => {
    const { worker, pages, openWindow } = createWorker(['/course-booking/checkout/review']);
    await openPush(worker, clicked(message.path).notification);
    expect(openWindow).toHaveBeenCalledWith(`${origin}${message.path}`);
    expect(pages[0]?.focus).not.toHaveBeenCalled();
  });

  it('a tap on a push notification never leads to another site', async () => {
    const { worker, openWindow } = createWorker();
    await openPush(worker, clicked('https://evil.example/').notification);
    expect(openWindow).toHaveBeenCalledWith(`${origin}/profile`);
  });
});

describe('a subscription that the browser replaces', () => {
  it('when the browser replaces a push subscription, the service worker sends the new subscription to the server', async () => {
    const send = vi.fn(async () => new Response('{}'));
    vi.stubGlobal('fetch', send);
    const { worker, subscribe } = createWorker();
    await renewPush(worker, { oldSubscription: subscription('https://push.example.com/old') });
    expect(subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }));
    const body = JSON.stringify({ endpoint: 'https://push.example.com/new', keys: { p256dh: 'key', auth: 'secret' } });
    expect(send).toHaveBeenCalledWith(
      '/api/users/student/notifications/device',
      expect.objectContaining({ method: 'PUT', body, headers: expect.objectContaining({ 'x-client': 'web' }) }),
    );
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  it('if the browser renews a push subscription after the student has signed out, the service worker cancels the new subscription', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
    await renewPush(createWorker().worker, { newSubscription: subscription() });
    expect(unsubscribe).toHaveBeenCalledOnce();
  });
});
