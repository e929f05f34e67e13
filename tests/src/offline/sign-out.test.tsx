import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiVersion, markerHeader, sessionHintCookie } from '../../../contract/headers.ts';
import { readSessionHint } from '../../../src/auth/session/saved-student.ts';
import { pageFetch, pendingSignOut } from '../../../src/offline/calls/page-api.ts';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { outbox } from '../../../src/offline/outbox/page-outbox.ts';
import { deviceStore } from '../../../src/offline/saved/device-store.ts';
import { readDraft, writeDraft } from '../../../src/offline/session/drafts.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { finishSignOut, signOutHere } from '../../../src/offline/sign-out.ts';
import { startOffline } from '../../../src/offline/start-offline.ts';

beforeEach(() => {
  localStorage.clear();
  subject.enter('asha');
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Makes the server respond to every call with `status`, once `response` has resolved. Returns how many calls there
 * were.
 */
function answerWith(status: number, response = Promise.resolve()): { calls: number } {
  const counted = { calls: 0 };
  const body = { statusCode: status, code: 'X', errorCode: 'X', message: 'x', requestId: 'r' };
  vi.stubGlobal('fetch', async () => {
    counted.calls += 1;
    await response;
    return Response.json(body, { status, headers: { [markerHeader]: apiVersion } });
  });
  return counted;
}

it.each([400, 403, 413, 429, 500, 503])(
  'a student stays signed in when the server responds to the sign-out with %i',
  async (status) => {
    answerWith(status);
    expect(await signOutHere('asha')).toBe('failed');
    expect(subject.student).toBe('asha');
    expect([pendingSignOut.student, pendingSignOut.unwiped]).toEqual([null, null]);
  },
);

it('a sign-out that the server confirms leaves no data of the student on the device, and tells the other tabs', async () => {
  const otherTab = new BroadcastChannel('landfall-sign-out');
  onTestFinished(() => otherTab.close());
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  await deviceStore.put('asha', ['checkout', 'asha'], 'checkout of Asha');
  writeDraft('profile', 'draft of Asha');
  Object.assign(document, { cookie: `${sessionHintCookie}=abc; path=/` });
  const server = answerWith(200);
  expect(await signOutHere('asha')).toBe('done');
  expect(server.calls).toBe(1);
  expect(subject.student).toBeNull();
  expect(Object.keys(localStorage)).toEqual([]);
  expect(readDraft('profile')).toBeNull();
  expect(await deviceStore.get('asha', ['checkout', 'asha'])).toBeUndefined();
  await expect.poll(() => heard).toEqual(['asha']);
  // The server deletes the cookie in its response.
  expect(readSessionHint()).toBe('abc');
});

it('while the server is known to be unreachable, a sign-out does not wait for a response', async () => {
  vi.spyOn(connection, 'isOffline', 'get').mockReturnValue(true);
  const response = Promise.withResolvers<void>();
  answerWith(200, response.promise);
  const result = signOutHere('asha');
  expect(subject.student).toBeNull();
  response.resolve();
  expect(await result).toBe('done');
  vi.restoreAllMocks();
});

it('a sign-out also deletes anonymous forms from the outbox, but finishing an interrupted sign-out deletes only the student’s changes', async () => {
  answerWith(200);
  const discardAll = vi.spyOn(outbox, 'discardAll');
  await signOutHere('asha');
  expect(discardAll.mock.calls).toEqual([['asha', { withAnonymous: true }]]);
  discardAll.mockClear();
  pendingSignOut.record('asha');
  await finishSignOut();
  expect(discardAll.mock.calls).toEqual([['asha']]);
  discardAll.mockRestore();
});

it('a page that opens while no sign-out is unfinished deletes nothing from the device', async () => {
  localStorage.setItem('landfall:student', 'Asha Nair');
  writeDraft('profile', 'draft of Asha');
  await finishSignOut();
  expect({ ...localStorage }).toEqual({ 'landfall:subject': 'asha', 'landfall:student': 'Asha Nair' });
  expect(readDraft('profile')).toBe('draft of Asha');
});

it('a confirmed sign-out deletes the student’s id from localStorage first, and only later the record that a sign-out is pending', async () => {
  answerWith(200);
  const removed: string[] = [];
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => void removed.push(key));
  await signOutHere('asha');
  remove.mockRestore();
  expect(removed.indexOf('landfall:subject')).toBe(0);
  expect(removed.indexOf('landfall:signed-out')).toBeGreaterThan(0);
});

it('a sign-out without a connection signs the student out on the device and stays pending for the server', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await signOutHere('asha')).toBe('waiting');
  expect(subject.student).toBeNull();
  expect(pendingSignOut.student).toBe('asha');
});

describe('a sign-out without a connection', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  });
  afterEach(() => vi.restoreAllMocks());

  it('a sign-out without a connection deletes the cookie that hints at a signed-in student', async () => {
    Object.assign(document, { cookie: `${sessionHintCookie}=abc; path=/` });
    expect(readSessionHint()).toBe('abc');
    await signOutHere('asha');
    expect(readSessionHint()).toBeNull();
  });

  it('on a device whose storage is full, an offline sign-out can be stored after the student’s data has been deleted', async () => {
    localStorage.setItem('landfall:student', 'Asha Nair');
    const store = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (localStorage.getItem('landfall:student')) throw new DOMException('full', 'QuotaExceededError');
      store.call(this, key, value);
    });
    expect(await signOutHere('asha')).toBe('waiting');
    expect(localStorage.getItem('landfall:signed-out')).toBe('asha');
    expect(pendingSignOut.unwiped).toBeNull();
  });
});

it('a sign-out made offline is not sent again after the server has refused it', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOutHere('asha');
  answerWith(403);
  expect(await pendingSignOut.deliver()).toBe(true);
  expect(pendingSignOut.isPending).toBe(false);
  expect(report).toHaveBeenCalledTimes(1);
});

it('two calls that deliver the same sign-out share one request, and the student stays signed in if the server returns an error', async () => {
  const response = Promise.withResolvers<void>();
  const server = answerWith(500, response.promise);
  const resume = vi.fn();
  const unsubscribe = pendingSignOut.subscribe(resume);
  const result = signOutHere('asha');
  await expect.poll(() => server.calls).toBe(1);
  const other = pendingSignOut.deliver();
  response.resolve();
  expect([await result, await other]).toEqual(['failed', true]);
  unsubscribe();
  expect([server.calls, resume.mock.calls, subject.student]).toEqual([1, [], 'asha']);
});

it('if a sign-out could not empty the outbox, the next page that opens empties the outbox', async () => {
  answerWith(200);
  const discardAll = vi.spyOn(outbox, 'discardAll').mockResolvedValueOnce(false);
  expect(await signOutHere('asha')).toBe('done');
  expect(pendingSignOut.unwiped).toBe('asha');
  await finishSignOut();
  expect(discardAll).toHaveBeenCalledTimes(2);
  discardAll.mockRestore();
  expect(pendingSignOut.unwiped).toBeNull();
});

it('a sign-out to which the server responds with an error stays pending if another tab has already signed the student out', async () => {
  const response = Promise.withResolvers<void>();
  const server = answerWith(500, response.promise);
  const result = signOutHere('asha');
  await expect.poll(() => server.calls).toBe(1);
  // A page that is opened in the meantime resumes the sign-out. Every tab then forgets the student.
  subject.leave();
  response.resolve();
  expect(await result).toBe('waiting');
  expect(pendingSignOut.student).toBe('asha');
});

describe('a sign-out whose tab was closed while it was sent', () => {
  const name = ['checkout', 'asha'] as const;
  const checkout = () => deviceStore.get('asha', name);

  beforeEach(async () => {
    await deviceStore.put('asha', name, 'checkout of Asha');
    pendingSignOut.record('asha');
  });

  it('a sign-out interrupted by closing the tab is completed by the first API call of the next page', async () => {
    answerWith(200);
    startOffline(new QueryClient(), ['session'], Promise.resolve());
    await expect(pageFetch('/api/cart')).rejects.toThrow('A sign-out is pending');
    expect([pendingSignOut.student, subject.student]).toEqual([null, null]);
    await expect.poll(() => pendingSignOut.unwiped).toBeNull();
    expect(await checkout()).toBeUndefined();
  });

  it('if the tab is closed after the server confirmed a sign-out but before the student’s data is deleted, the next page deletes it', async () => {
    answerWith(200);
    subject.leave();
    await pendingSignOut.send();
    await finishSignOut();
    expect(await checkout()).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('if the tab is closed before the server confirmed a sign-out, the next page deletes the student’s data even offline', async () => {
    await finishSignOut();
    expect([subject.student, pendingSignOut.student, pendingSignOut.unwiped]).toEqual([null, 'asha', null]);
    expect(await checkout()).toBeUndefined();
  });

  it('completing an interrupted sign-out deletes no data if the same student has signed in again meanwhile', async () => {
    answerWith(200);
    await pendingSignOut.send();
    subject.enter('asha');
    await finishSignOut();
    expect([subject.student, pendingSignOut.unwiped]).toEqual(['asha', null]);
    expect(await checkout()).toBe('checkout of Asha');
  });

  it('completing an interrupted sign-out deletes no data of another student who has signed in meanwhile', async () => {
    answerWith(200);
    await pendingSignOut.send();
    subject.enter('dev');
    localStorage.setItem('landfall:student', 'Dev Rao');
    writeDraft('profile', 'draft of Dev');
    await finishSignOut();
    expect([subject.student, localStorage.getItem('landfall:student')]).toEqual(['dev', 'Dev Rao']);
    expect(readDraft('profile')).toBe('draft of Dev');
    expect(await checkout()).toBeUndefined();
  });
});
