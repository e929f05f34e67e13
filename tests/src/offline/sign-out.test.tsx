import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader, sessionHintCookie } from '../../../contract/headers.ts';
import { readSessionHint } from '../../../src/auth/session/saved-student.ts';
import { pageFetch, pendingSignOut } from '../../../src/offline/calls/page-api.ts';
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
  'a sign-out that our server answers with %i leaves the student signed in',
  async (status) => {
    answerWith(status);
    expect(await signOutHere('asha')).toBe('failed');
    expect(subject.student).toBe('asha');
    expect([pendingSignOut.student, pendingSignOut.unwiped]).toEqual([null, null]);
  },
);

it('a sign-out that the server confirms signs the student out on the device and leaves nothing in localStorage', async () => {
  answerWith(200);
  expect(await signOutHere('asha')).toBe('done');
  expect(subject.student).toBeNull();
  expect(Object.keys(localStorage)).toEqual([]);
});

it('a sign-out deletes the stored student before the note of the pending sign-out, in case the tab is closed in between', async () => {
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

  it('a sign-out without a connection deletes the hint cookie, so that no page asks who is signed in', async () => {
    Object.assign(document, { cookie: `${sessionHintCookie}=abc; path=/` });
    expect(readSessionHint()).toBe('abc');
    await signOutHere('asha');
    expect(readSessionHint()).toBeNull();
  });

  it('a sign-out on a full device is stored once the student’s data has been deleted', async () => {
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

it('a sign-out made offline that the server later refuses is not sent again', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOutHere('asha');
  answerWith(403);
  expect(await pendingSignOut.deliver()).toBe(true);
  expect(pendingSignOut.isPending).toBe(false);
  expect(report).toHaveBeenCalledTimes(1);
});

it('a call of another tab that waits for a sign-out leaves the student signed in if the server answers the sign-out with an error', async () => {
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

it('a sign-out during which the outbox could not be emptied is completed by the next page', async () => {
  answerWith(200);
  const discardAll = vi.spyOn(outbox, 'discardAll').mockResolvedValueOnce(false);
  expect(await signOutHere('asha')).toBe('done');
  expect(pendingSignOut.unwiped).toBe('asha');
  await finishSignOut();
  expect(discardAll).toHaveBeenCalledTimes(2);
  discardAll.mockRestore();
  expect(pendingSignOut.unwiped).toBeNull();
});

it('a sign-out that the server answers with an error stays pending if another tab has signed the device out meanwhile', async () => {
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

  it('a sign-out interrupted by closing its tab is completed by the first call of the next page', async () => {
    answerWith(200);
    startOffline(new QueryClient(), ['session'], Promise.resolve());
    await expect(pageFetch('/api/cart')).rejects.toThrow('A sign-out is pending');
    expect([pendingSignOut.student, subject.student]).toEqual([null, null]);
    await expect.poll(() => pendingSignOut.unwiped).toBeNull();
    expect(await checkout()).toBeUndefined();
  });

  it('a sign-out interrupted by closing its tab is completed on the device by a later page if the server has confirmed it', async () => {
    answerWith(200);
    subject.leave();
    await pendingSignOut.send();
    await finishSignOut();
    expect(await checkout()).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('a sign-out interrupted by closing its tab is completed on the device even without a connection', async () => {
    await finishSignOut();
    expect([subject.student, pendingSignOut.student, pendingSignOut.unwiped]).toEqual([null, 'asha', null]);
    expect(await checkout()).toBeUndefined();
  });

  it('an interrupted sign-out deletes nothing if the same student has signed in since', async () => {
    answerWith(200);
    await pendingSignOut.send();
    subject.enter('asha');
    await finishSignOut();
    expect([subject.student, pendingSignOut.unwiped]).toEqual(['asha', null]);
    expect(await checkout()).toBe('checkout of Asha');
  });

  it('an interrupted sign-out deletes only the data of its own student if another student has signed in since', async () => {
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
