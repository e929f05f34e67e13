import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createStore, keys, set } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../src/lib/api.ts';
import { ApiError, createApi } from '../../../../src/lib/api.ts';
import { DeviceStore } from '../../../../src/offline/saved/device-store.ts';
import {
  deleteAllDrafts,
  deleteDraftsOf,
  dropDraft,
  readDraft,
  writeDraft,
} from '../../../../src/offline/session/drafts.ts';
import { endPush } from '../../../../src/offline/session/end-push.ts';
import { PendingSignOut } from '../../../../src/offline/session/pending-sign-out.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { clearStudentQueries, deleteRecords } from '../../../../src/offline/session/wipe.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  subject.leave();
});

describe('signing out', () => {
  it('a sign-out removes all query data from memory except public data and the session query', async () => {
    const client = new QueryClient();
    client.setQueryData(['session', 'status'], { id: 'asha' });
    const ask = async () => 'cart of Asha';
    const shown = new QueryObserver(client, { queryKey: ['cart'], queryFn: ask, staleTime: 60_000 });
    const leave = shown.subscribe(() => {});
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('cart of Asha'));
    client.setQueryData(['payment'], 'session');
    client.getMutationCache().build(client, { mutationKey: ['cart.add'] });
    await client.fetchQuery({ queryKey: ['courses'], queryFn: async () => 'all', meta: { persist: 'public' } });
    clearStudentQueries(client, ['session']);
    expect(shown.getCurrentResult().data).toBeUndefined();
    expect(client.getQueryState(['cart'])).toMatchObject({ status: 'pending' });
    expect(client.getQueryState(['payment'])).toBeUndefined();
    expect(client.getMutationCache().getAll()).toEqual([]);
    expect(client.getQueryData(['courses'])).toBe('all');
    expect(client.getQueryData(['session', 'status'])).toEqual({ id: 'asha' });
    leave();
  });

  it('a sign-out deletes the student’s saved responses, checkout, drafts and name from the device', async () => {
    const store = new DeviceStore('wiped-device', subject);
    await store.setItem('student:asha-["cart"]', 'cart');
    await store.setItem('student:asha2-["cart"]', 'cart of a student with a longer id');
    await store.setItem('student:dev-["cart"]', 'cart of another');
    await store.setItem('public-["courses"]', 'courses');
    subject.enter('asha');
    await store.put('asha', ['checkout', 'asha'], { stage: 'review' });
    writeDraft('profile', { first_name: 'Asha' });
    localStorage.setItem('landfall:student', 'Asha Nair');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    new PendingSignOut(createApi(fetch), localStorage).record('asha');
    await deleteRecords(store, 'asha');
    expect(await keys(createStore('wiped-device', 'queries'))).toEqual([
      'public-["courses"]',
      'student:asha2-["cart"]',
      'student:dev-["cart"]',
    ]);
    expect(Object.keys(sessionStorage)).toEqual([]);
    // The sign-out itself is remembered until the server has confirmed it.
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'landfall:signed-out',
      'landfall:unwiped',
      'mantine-color-scheme-value',
    ]);
  });

  it('a sign-out deletes the student’s saved responses from IndexedDB even if IndexedDB could not be opened before', async () => {
    const records = createStore('failing-device', 'queries');
    await set('student:asha-["cart"]', 'cart', records);
    const store = new DeviceStore('failing-device', subject);
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('busy', 'UnknownError');
      },
    });
    expect(await store.getItem('student:asha-["cart"]')).toBeUndefined();
    vi.unstubAllGlobals();
    expect(store.isRefused).toBe(true);
    await deleteRecords(store, 'asha');
    expect(await keys(records)).toEqual([]);
  });

  it('the draft of a form can be read only by the student who wrote it', () => {
    subject.enter('asha');
    writeDraft('profile', { first_name: 'Asha' });
    subject.enter('dev');
    expect(readDraft('profile')).toBeNull();
    subject.enter('asha');
    expect(readDraft('profile')).toEqual({ first_name: 'Asha' });
    dropDraft('profile');
    expect(readDraft('profile')).toBeNull();
  });
});

it('deleteDraftsOf deletes only the drafts of one student, and deleteAllDrafts deletes all drafts but no other data in sessionStorage', () => {
  sessionStorage.setItem('landfall:storage-note', 'shown');
  for (const student of ['asha', 'asha2']) {
    subject.enter(student);
    writeDraft('profile', student);
  }
  subject.leave();
  writeDraft('enquiry', 'visitor');
  deleteDraftsOf('asha');
  expect(Object.keys(sessionStorage).toSorted()).toEqual([
    'landfall:draft:asha2:profile',
    'landfall:draft:visitor:enquiry',
    'landfall:storage-note',
  ]);
  deleteAllDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['landfall:storage-note']);
});

it('storing or reading a form draft causes no error when the browser blocks storage', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked);
  expect(() => writeDraft('profile', 'draft')).not.toThrow();
  expect(readDraft('profile')).toBeNull();
  vi.restoreAllMocks();
});

it('a sign-out ends push messages, closes shown notifications and clears the badge on the app’s icon', async () => {
  const clearAppBadge = vi.fn(async () => {});
  const notification = { close: vi.fn() };
  const subscription = { unsubscribe: vi.fn(async () => true) };
  const pushManager = { getSubscription: async () => subscription };
  const registration = { getNotifications: async () => [notification], pushManager };
  vi.stubGlobal('navigator', { clearAppBadge, serviceWorker: { getRegistration: async () => registration } });
  await deleteRecords({ deleteStudent: async () => {} }, 'asha');
  await vi.waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalledTimes(1));
  expect(notification.close).toHaveBeenCalledTimes(1);
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

it.each([
  ['has no service workers', {}],
  ['refuses service workers', { serviceWorker: { getRegistration: () => Promise.reject(new Error('refused')) } }],
  ['has no service worker of this site', { serviceWorker: { getRegistration: async () => undefined } }],
  ['has no push messages', { serviceWorker: { getRegistration: async () => ({}) } }],
  [
    'has no subscription to push messages',
    { serviceWorker: { getRegistration: async () => ({ pushManager: { getSubscription: async () => null } }) } },
  ],
])('a sign-out causes no error in a browser that %s', async (_, browser) => {
  vi.stubGlobal('navigator', browser);
  await expect(endPush()).resolves.toBeUndefined();
  vi.unstubAllGlobals();
});

describe('a pending sign-out', () => {
  function pendingSignOutWith(answer: () => Promise<Response>) {
    const send = vi.fn<typeof fetch>(answer);
    return { send, pendingSignOut: new PendingSignOut(createApi(send), localStorage) };
  }
  const done = async () => Response.json({ statusCode: 200 }, { headers: { 'x-landfall': '1' } });

  it('a sign-out made offline stays pending after a restart until the server confirms the sign-out', async () => {
    const cut = pendingSignOutWith(() => Promise.reject(new TypeError('no network')));
    cut.pendingSignOut.record('asha');
    expect(await cut.pendingSignOut.deliver()).toBe(false);
    const later = pendingSignOutWith(done);
    expect(later.pendingSignOut.student).toBe('asha');
    expect(await later.pendingSignOut.deliver()).toBe(true);
    expect(JSON.parse(String(later.send.mock.calls[0]?.[1]?.body))).toEqual({ type: 'student', user_id: 'asha' });
    expect(cut.pendingSignOut.isPending).toBe(false);
    expect(await cut.pendingSignOut.deliver()).toBe(true);
    expect(cut.send).toHaveBeenCalledTimes(1);
  });

  it('if the browser blocks storage, a pending sign-out is kept in memory and sent', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const storage = { getItem: blocked, setItem: blocked, removeItem: blocked } as unknown as Storage;
    for (const where of [storage, null]) {
      const send = vi.fn<typeof fetch>(done);
      const pendingSignOut = new PendingSignOut(createApi(send), where);
      expect(pendingSignOut.isPending).toBe(false);
      pendingSignOut.record('asha');
      expect([pendingSignOut.student, pendingSignOut.unwiped]).toEqual(['asha', null]);
      expect(await pendingSignOut.deliver()).toBe(true);
      expect(String(send.mock.calls[0]?.[1]?.body)).toContain('asha');
      expect(pendingSignOut.isPending).toBe(false);
    }
  });

  it('after a pending sign-out is withdrawn, there is no sign-out to send and no student data to delete', () => {
    const { pendingSignOut } = pendingSignOutWith(done);
    pendingSignOut.record('asha');
    pendingSignOut.withdraw();
    expect([pendingSignOut.student, pendingSignOut.unwiped]).toEqual([null, null]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('a sign-out whose request throws an unexpected error stays pending', async () => {
    const faulty = new PendingSignOut({ call: () => Promise.reject(new Error('A fault')) }, localStorage);
    faulty.record('asha');
    expect(await faulty.send()).toBe('unanswered');
    expect(faulty.student).toBe('asha');
  });

  it('a signed-out student’s data stay marked as not yet deleted when the data of another student are deleted', () => {
    const { pendingSignOut } = pendingSignOutWith(done);
    pendingSignOut.record('asha');
    pendingSignOut.setWiped('dev');
    expect(pendingSignOut.unwiped).toBe('asha');
    pendingSignOut.setWiped('asha');
    expect(pendingSignOut.unwiped).toBeNull();
    expect(pendingSignOut.isPending).toBe(true);
  });

  it.each<[string, () => Promise<Response>, string, string[]]>([
    ['a confirmation', done, 'done', ['done']],
    [
      'a refusal',
      async () => Response.json({}, { status: 400, headers: { 'x-landfall': '1' } }),
      'refused',
      ['failed'],
    ],
    [
      'a rate limit',
      async () => Response.json({}, { status: 429, headers: { 'x-landfall': '1' } }),
      'failed',
      ['failed'],
    ],
    [
      'a server error',
      async () => Response.json({}, { status: 500, headers: { 'x-landfall': '1' } }),
      'failed',
      ['failed'],
    ],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 'unanswered', []],
  ])('sending a pending sign-out that gets %s returns and reports its outcome', async (_, answer, result, notified) => {
    const { pendingSignOut } = pendingSignOutWith(answer);
    pendingSignOut.record('asha');
    const heard: string[] = [];
    const send = pendingSignOut.send(
      () => heard.push(pendingSignOut.isPending ? 'done' : 'too late'),
      () => heard.push('failed'),
    );
    expect(await send).toBe(result);
    expect(heard).toEqual(notified);
    expect(pendingSignOut.isPending).toBe(result !== 'done');
  });

  it('sending a pending sign-out tells listeners to delete the student’s data, unless the data has already been deleted', async () => {
    const { pendingSignOut } = pendingSignOutWith(() => Promise.reject(new TypeError('no network')));
    const listener = vi.fn();
    pendingSignOut.subscribe(listener);
    pendingSignOut.record('asha');
    await pendingSignOut.deliver();
    expect(listener).toHaveBeenCalledExactlyOnceWith('asha');
    pendingSignOut.setWiped('asha');
    await pendingSignOut.deliver();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('sending a pending sign-out twice at the same time makes one request', async () => {
    const { pendingSignOut, send } = pendingSignOutWith(done);
    pendingSignOut.record('asha');
    await Promise.all([pendingSignOut.deliver(), pendingSignOut.deliver()]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('a pending sign-out is tried again after a 503 response, but deleted after a 400 response', async () => {
    const answer = (status: number): Api => ({
      call: () => Promise.reject(new ApiError('refused', 'No', status)),
    });
    const failing = new PendingSignOut(answer(503), localStorage);
    failing.record('asha');
    expect(await failing.deliver()).toBe(false);
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    expect(await new PendingSignOut(answer(400), localStorage).deliver()).toBe(true);
    expect(failing.isPending).toBe(false);
    expect(report).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
