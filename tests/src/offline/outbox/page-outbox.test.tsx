import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { outbox, startOutbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { settled } from '../../../machines/settled.ts';
import { addCourse } from './fake-device.ts';

afterEach(() => void vi.unstubAllGlobals());

/** More turns of the event loop than the outbox needs to send a change. */
const enoughTurns = 100;

function addsOf(send: { mock: { calls: Parameters<typeof fetch>[] } }): number {
  return send.mock.calls.filter(([address]) => String(address) === '/api/cart/add').length;
}

it('while offline, the outbox registers Background Sync only once, however often the browser fires the sync event', async () => {
  const worker = new EventTarget();
  const fireSync = () => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'outbox.wake' } }));
  // Chromium fires the event of Background Sync at registration if there is any network, even one without internet
  // access.
  const register = vi.fn(async () => void fireSync());
  Object.assign(worker, { getRegistration: async () => ({ sync: { register } }) });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const send = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  await connection.probe();
  startOutbox();
  subject.enter('asha');
  await outbox.submit(addCourse(1), 'asha');
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1));
  for (let fired = 0; fired < 3; fired += 1) {
    fireSync();
    await connection.probe();
    await settled(enoughTurns);
  }
  expect(register).toHaveBeenCalledTimes(1);
  // Expect at most two attempts: when the page starts and after signing in. Background Sync must cause none.
  expect(addsOf(send)).toBeLessThanOrEqual(2);
});

it('the outbox keeps to its retry delay behind a captive portal that lets only health requests through', async () => {
  const send = vi.fn<typeof fetch>(async (address) => {
    const isFromServer = !String(address).includes('/api/cart/add');
    return new Response('{}', { status: isFromServer ? 200 : 403, headers: isFromServer ? { 'x-landfall': '1' } : {} });
  });
  vi.stubGlobal('fetch', send);
  startOutbox();
  await connection.probe();
  subject.enter('dev');
  await outbox.submit(addCourse(2), 'dev');
  await vi.waitFor(() => expect(outbox.nextTry).not.toBeNull());
  for (let reconnects = 0; reconnects < 3; reconnects += 1) {
    connection.report('foreign');
    await connection.probe();
    await settled(enoughTurns);
  }
  expect(connection.state).toBe('online');
  // Expect at most two attempts: when the change is added and after signing in. The first automatic retry comes only after a
  // second.
  expect(addsOf(send)).toBeLessThanOrEqual(2);
  expect(outbox.nextTry).not.toBeNull();
});
