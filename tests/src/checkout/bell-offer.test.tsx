import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { BellOffer } from '../../../src/checkout/bell-offer.tsx';
import { ringBell, silenceBell } from '../../../src/checkout/return-bell.ts';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

/** A browser whose worker controls the page; `answer` is what its student says when asked. */
function prepare(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const requestPermission = vi.fn(async () => answer);
  vi.stubGlobal('Notification', { permission, requestPermission });
  const register = vi.fn(async () => {});
  const told = { close: vi.fn() };
  const active = { postMessage: vi.fn() };
  const ready = Promise.resolve({ sync: { register }, getNotifications: async () => [told], active });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, ready }, clearAppBadge: vi.fn(async () => {}) });
  requestPermission.mockImplementation(async () => {
    vi.stubGlobal('Notification', { permission: answer, requestPermission });
    return answer;
  });
  return { requestPermission, register, told, active };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const draw = () => renderInPage(<BellOffer />, { api: answeringApi({}).api });
const tap = async () => userEvent.click(screen.getByRole('button', { name: 'Tell me when it is back' }));

it('a student is asked at their tap alone, and then told when the network is back', async () => {
  const { requestPermission, register } = prepare('default', 'granted');
  await draw();
  expect(screen.getByRole('status').textContent).toContain('It names no course and no price.');
  expect(requestPermission).not.toHaveBeenCalled();
  await tap();
  expect(await screen.findByText(/^A notification on this device tells you/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(register).toHaveBeenCalledWith('landfall-return'));
});

it('a refusal stands: nobody is asked again', async () => {
  const { register } = prepare('default', 'denied');
  await draw();
  await tap();
  expect(await screen.findByText(/are switched off in your browser/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(register).not.toHaveBeenCalled();
});

it('says nothing of notifications where the browser has none', async () => {
  vi.stubGlobal('navigator', {});
  await draw();
  expect([screen.queryByRole('status'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('the worker is asked to tell only while nobody looks', async () => {
  const { active } = prepare('granted');
  await ringBell();
  expect(active.postMessage).not.toHaveBeenCalled();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await ringBell();
  expect(active.postMessage).toHaveBeenCalledWith({ type: 'return.tell' });
});

it('who is there again finds no old notification', async () => {
  const { told } = prepare('granted');
  await silenceBell();
  expect(told.close).toHaveBeenCalledTimes(1);
});
