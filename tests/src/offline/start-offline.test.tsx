import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { anonymousOutboxFlag } from '../../../src/offline/outbox/anonymous-flag.ts';
import { deviceStore } from '../../../src/offline/saved/device-store.ts';
import { readDraft, writeDraft } from '../../../src/offline/session/drafts.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { startOffline } from '../../../src/offline/start-offline.ts';
import { settled } from '../../machines/settled.ts';

const otherTab = new BroadcastChannel('landfall-sign-out');
const unsubscribe = vi.fn(async () => {});

vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
Object.defineProperty(navigator, 'serviceWorker', {
  value: { getRegistration: async () => ({ pushManager: { getSubscription: async () => ({ unsubscribe }) } }) },
  configurable: true,
});
const queryClient = new QueryClient();
startOffline(queryClient, ['session'], Promise.resolve());
afterAll(() => otherTab.close());

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  subject.enter('asha');
  writeDraft('profile', 'draft of Asha');
  await deviceStore.put('asha', ['checkout', 'asha'], 'checkout of Asha');
});

/** Signs a student in, who then has a draft, a saved checkout, an entry in localStorage and push messages. */
async function signIn(student: string): Promise<void> {
  subject.enter(student);
  await settled();
  unsubscribe.mockClear();
  writeDraft('profile', 'new draft');
  localStorage.setItem('landfall:student', student);
  await deviceStore.put(student, ['checkout', student], 'new checkout');
}

/** Sends the message of another tab that has signed Asha out, and waits until this tab has handled the message. */
async function announceSignOut(): Promise<void> {
  const handled = new Promise((resolve) => {
    const thisTab = new BroadcastChannel('landfall-sign-out');
    thisTab.onmessage = () => {
      thisTab.close();
      resolve(null);
    };
  });
  otherTab.postMessage('asha');
  await handled;
}

it('a sign-out in another tab signs this tab out and deletes the student’s stored data', async () => {
  localStorage.removeItem('landfall:subject');
  await announceSignOut();
  expect(subject.student).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
  await expect.poll(() => deviceStore.get('asha', ['checkout', 'asha'])).toBeUndefined();
});

it('a late message about a student’s sign-out in another tab deletes no data of a student who has signed in since', async () => {
  await signIn('dev');
  await announceSignOut();
  expect(subject.student).toBe('dev');
  expect(readDraft('profile')).toBe('new draft');
  expect(localStorage.getItem('landfall:student')).toBe('dev');
  expect(await deviceStore.get('dev', ['checkout', 'dev'])).toBe('new checkout');
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('a late message about a student’s sign-out in another tab deletes no data if the same student has signed in again', async () => {
  await signIn('asha');
  await announceSignOut();
  expect(subject.student).toBe('asha');
  expect(localStorage.getItem('landfall:student')).toBe('asha');
  expect(await deviceStore.get('asha', ['checkout', 'asha'])).toBe('new checkout');
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('a late message about a sign-out in another tab does not clear the flag that an anonymous visitor’s form waits in the outbox', async () => {
  subject.leave();
  anonymousOutboxFlag.set(true);
  await announceSignOut();
  await expect.poll(() => deviceStore.get('asha', ['checkout', 'asha'])).toBeUndefined();
  expect(anonymousOutboxFlag.isSet()).toBe(true);
});

it('a message about a student’s sign-out in another tab deletes the student’s drafts even if another student is signed in', async () => {
  subject.enter('dev');
  await announceSignOut();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('when another student signs in, the previous student’s data are deleted and the device is unsubscribed from push messages', async () => {
  await settled();
  unsubscribe.mockClear();
  queryClient.setQueryData(['cart'], 'cart of Asha');
  queryClient.setQueryData(['session'], 'session');
  subject.enter('asha');
  await settled();
  expect([queryClient.getQueryData(['cart']), unsubscribe.mock.calls.length]).toEqual(['cart of Asha', 0]);
  subject.enter('dev');
  await expect.poll(() => unsubscribe).toHaveBeenCalledTimes(1);
  expect([queryClient.getQueryData(['cart']), queryClient.getQueryData(['session'])]).toEqual([undefined, 'session']);
});

it('when the first response arrives after a lost connection, outdated data on the page is reloaded, but not after other responses', async () => {
  const load = vi.fn(async () => 'courses');
  const observe = (key: string, staleTime: number) =>
    new QueryObserver(queryClient, { queryKey: [key], queryFn: load, initialData: '', staleTime }).subscribe(() => {});
  const stops = [observe('stale', 0), observe('fresh', Number.POSITIVE_INFINITY)];
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  load.mockClear();
  connection.report('ours');
  await settled();
  expect(load).not.toHaveBeenCalled();
  connection.report('noResponse');
  await vi.waitFor(() => expect(connection.isOffline).toBe(true));
  connection.report('ours');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  for (const stop of stops) stop();
});
