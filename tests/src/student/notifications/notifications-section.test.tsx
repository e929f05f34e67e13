import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endPush } from '../../../../src/offline/session/end-push.ts';
import { NotificationsSection } from '../../../../src/student/notifications/notifications-section.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';
import { publicKey, settings, stubBrowser, url } from './push-browser.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Makes the browser that of an app on an iPhone's home screen, until the test ends. */
function stubInstalledIphoneApp(): void {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  onTestFinished(() => {
    agent.mockRestore();
    Reflect.deleteProperty(navigator, 'standalone');
  });
}

/** Opens the notifications section. `answers`: the settings that the server returns, one after the other. */
async function openSection(...answers: Answered[]) {
  let count = 0;
  const next = () => answers[Math.min(count++, answers.length - 1)] ?? settings();
  const { api, sent } = answeringApi({
    [`GET ${url}`]: next,
    [`PUT ${url}`]: settings(),
    [`PUT ${url}/device`]: settings({ is_on_here: true }),
    [`DELETE ${url}/device`]: settings(),
  });
  const section = (
    <>
      <NotificationsSection studentId={studentId} phone={null} />
      <ToastHost />
    </>
  );
  await renderInPage(section, { api });
  return { changes: () => sent.filter(({ method }) => method !== 'GET'), person: userEvent.setup({ delay: null }) };
}

describe('push messages on this device', () => {
  it('the permission for push messages is requested only after a click on “Turn on notifications”', async () => {
    const { asked, subscribe } = stubBrowser();
    const { person, changes } = await openSection(settings(), settings({ is_on_here: true }));
    const button = await screen.findByRole('button', { name: 'Turn on notifications' });
    expect(asked).not.toHaveBeenCalled();
    await person.click(button);
    await screen.findByText(/Notifications are on/);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: publicKey });
    expect(changes()).toMatchObject([{ method: 'PUT', body: { endpoint: 'https://push.example.com/new' } }]);
  });

  it('a student who denies the permission for push messages sees a message that the browser blocks them', async () => {
    stubBrowser({ answer: 'denied' });
    const { person, changes } = await openSection(settings());
    await person.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
    await screen.findByText(/blocked in your browser/);
    expect(changes()).toEqual([]);
  });

  it('turning push messages off deletes the push subscription on the server and in the browser', async () => {
    const { unsubscribe } = stubBrowser({ permission: 'granted', isSubscribed: true });
    const { person, changes } = await openSection(settings({ is_on_here: true }), settings());
    await person.click(await screen.findByRole('button', { name: 'Turn off notifications' }));
    await screen.findByText(/Notifications are off on this device/);
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(changes()).toMatchObject([{ method: 'DELETE' }]);
  });

  it('the notifications section shows push messages as off if the browser no longer has a push subscription', async () => {
    stubBrowser({ permission: 'granted' });
    await openSection(settings({ is_on_here: true }));
    await screen.findByText(/Notifications are off on this device/);
  });

  it('in the app installed on an iPhone, “Turn on notifications” subscribes the device to push messages', async () => {
    stubInstalledIphoneApp();
    const { subscribe } = stubBrowser();
    const { person, changes } = await openSection(settings(), settings({ is_on_here: true }));
    await person.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
    await screen.findByText(/Notifications are on/);
    expect(subscribe).toHaveBeenCalledOnce();
    expect(changes()).toMatchObject([{ method: 'PUT', body: { endpoint: 'https://push.example.com/new' } }]);
  });

  it('in the installed app on an iPhone without push support, the notifications section says that only emails are sent', async () => {
    stubInstalledIphoneApp();
    await openSection(settings());
    await screen.findByText('This browser cannot show notifications from this site. You get emails.');
    expect(screen.queryByText(/Add to Home Screen/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
  });

  it('in a browser on an iPhone, the notifications section explains how to install the app', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
    await openSection(settings());
    await screen.findByText(/Add to Home Screen/);
    agent.mockRestore();
  });
});

describe('the switches', () => {
  it('the switch for push messages about documents changes only the setting for documents', async () => {
    stubBrowser();
    const { person, changes } = await openSection(settings());
    const documents = await screen.findByRole<HTMLInputElement>('switch', { name: 'Documents' });
    expect(documents.checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Payments' }).checked).toBe(true);
    await person.click(documents);
    await waitFor(() => expect(changes()).toMatchObject([{ method: 'PUT', body: { kind: 'document', is_on: true } }]));
  });

  it('the description of the switch “Payments” says that push messages also report payments that will be refunded', async () => {
    stubBrowser();
    await openSection(settings());
    const payments = await screen.findByRole('switch', { name: 'Payments' });
    const text = payments.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(text)?.textContent).toMatch(/or one will be refunded\.$/);
  });

  it('the notifications section of a site without push messages says that the site sends emails only', async () => {
    await openSection(settings({ public_key: null }));
    await screen.findByText('This site sends emails only.');
  });
});

it('endPush, which a sign-out calls, removes the browser’s push subscription and closes shown notifications', async () => {
  const { unsubscribe, close } = stubBrowser({ permission: 'granted', isSubscribed: true });
  await endPush();
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
});
