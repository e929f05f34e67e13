import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { pendingSignOut } from '../../../src/offline/calls/page-api.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { signOutHere } from '../../../src/offline/sign-out.ts';

beforeEach(() => {
  localStorage.clear();
  subject.enter('asha');
});
afterEach(() => vi.unstubAllGlobals());

/** Makes the server answer every call with `status`, after `response`. Returns how many calls there were. */
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
    expect(pendingSignOut.isPending).toBe(false);
  },
);

it('a sign-out that the server confirms ends on the device', async () => {
  answerWith(200);
  expect(await signOutHere('asha')).toBe('done');
  expect(subject.student).toBeNull();
});

it('a sign-out without a connection signs the device out and stays pending', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await signOutHere('asha')).toBe('waiting');
  expect(subject.student).toBeNull();
  expect(pendingSignOut.student).toBe('asha');
});

it('a sign-out without a connection that the server refuses later is given up', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOutHere('asha');
  answerWith(403);
  expect(await signOutHere('asha', { isResumed: true })).toBe('done');
  expect(pendingSignOut.isPending).toBe(false);
  expect(report).toHaveBeenCalledTimes(1);
});

it('a sign-out that the server answers with an error stays pending if another tab has signed the device out meanwhile', async () => {
  const response = Promise.withResolvers<void>();
  const server = answerWith(500, response.promise);
  const result = signOutHere('asha');
  await expect.poll(() => server.calls).toBe(1);
  // A page that is opened in the meantime resumes the sign-out, and every tab then forgets the student.
  subject.leave();
  response.resolve();
  expect(await result).toBe('waiting');
  expect(pendingSignOut.student).toBe('asha');
});
