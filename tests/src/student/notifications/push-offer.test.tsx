import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PushOffer } from '../../../../src/student/notifications/push-offer.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';
import { kinds, settings, stubBrowser, url } from './push-browser.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const title = 'Get notified on this device';

/** Opens a page that offers push messages. `answers`: the settings that the server returns, one after the other. */
async function openOffer(answers: Answered[] = [settings()], kind: 'batch' | 'seat' = 'batch') {
  let count = 0;
  const { api, sent } = answeringApi({
    [`GET ${url}`]: () => answers[Math.min(count++, answers.length - 1)] ?? settings(),
    [`PUT ${url}/device`]: settings({ is_on_here: true }),
  });
  const page = await renderInPage(
    <>
      <PushOffer studentId={studentId} kind={kind} />
      <ToastHost />
    </>,
    { api },
  );
  return { ...page, sent, person: userEvent.setup({ delay: null }) };
}

/** Waits until the page knows the settings, and returns whether it offers push messages. */
async function isOffered({ queryClient }: Awaited<ReturnType<typeof openOffer>>): Promise<boolean> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return screen.queryAllByRole('button').length > 0;
}

it('the offer of push messages asks for the browser permission only after a click on “Turn on notifications”', async () => {
  const { asked } = stubBrowser();
  const { person, sent } = await openOffer([settings(), settings({ is_on_here: true })]);
  const button = await screen.findByRole('button', { name: 'Turn on notifications' });
  expect(asked).not.toHaveBeenCalled();
  await person.click(button);
  expect(await screen.findByText(/^Notifications are on/)).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(screen.queryByText(title)).toBeNull();
});

it('a student who denies the browser permission for push messages sees a message that the browser blocks notifications', async () => {
  stubBrowser({ answer: 'denied' });
  const { person, sent } = await openOffer();
  await person.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByText(/blocked in your browser/)).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

it('a student who declines the offer of push messages does not get the offer again', async () => {
  stubBrowser();
  const first = await openOffer();
  await first.person.click(await screen.findByRole('button', { name: 'No thanks' }));
  expect(document.activeElement).toBe(screen.getByText(/at any time in/).parentElement);
  expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/profile');
  first.unmount();
  for (const kind of ['batch', 'seat'] as const) {
    const next = await openOffer([settings()], kind);
    expect(await isOffered(next)).toBe(false);
    expect(next.sent).toEqual([]);
    next.unmount();
  }
});

it('push messages are offered at most once after a booking and once on a waiting list', async () => {
  stubBrowser();
  const offered: boolean[] = [];
  for (const kind of ['batch', 'seat', 'batch', 'seat'] as const) {
    const page = await openOffer([settings()], kind);
    offered.push(await isOffered(page));
    page.unmount();
  }
  expect(offered).toEqual([true, true, false, false]);
});

it('on an iPhone without the installed app, the offer of push messages says that the app must be installed first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
  await openOffer();
  expect(await screen.findByText(/install the app first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Do not show again' })).toBeTruthy();
});

it.each<[string, Parameters<typeof stubBrowser>[0] | null, Answered]>([
  ['a student whose browser does not support them', null, settings()],
  ['a student of a site that does not send them', {}, settings({ public_key: null })],
  ['a student who has blocked push messages in the browser', { permission: 'denied' }, settings()],
  [
    'a student whose device already receives them',
    { permission: 'granted', isSubscribed: true },
    settings({ is_on_here: true }),
  ],
  ['a student who has turned off this kind of push messages', {}, settings({ kinds: { ...kinds, batch: false } })],
  ['a student without a connection', {}, 'no answer'],
])('push messages are not offered to %s', async (_, browser, answer) => {
  if (browser) stubBrowser(browser);
  const page = await openOffer([answer]);
  expect(await isOffered(page)).toBe(false);
  expect(localStorage.length).toBe(0);
});
