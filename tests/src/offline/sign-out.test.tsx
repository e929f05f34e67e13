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

function answerWith(status: number): void {
  const body = { statusCode: status, code: 'X', errorCode: 'X', message: 'x', requestId: 'r' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers: { [markerHeader]: apiVersion } }));
}

it.each([500, 503, 429])('a sign-out that our server answers with %i leaves the student signed in', async (status) => {
  answerWith(status);
  expect(await signOutHere('asha')).toBe('failed');
  expect(subject.student).toBe('asha');
  expect(pendingSignOut.isPending).toBe(false);
});

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
