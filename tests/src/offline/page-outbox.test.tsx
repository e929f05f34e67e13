import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/page-connection.ts';
import { outbox, startOutbox } from '../../../src/offline/page-outbox.ts';
import { subject } from '../../../src/offline/subject.ts';
import { addCourse } from './outbox-world.ts';

afterEach(() => void vi.unstubAllGlobals());

it('wakes at most once by Background Sync while the server is away, however often the browser fires it', async () => {
  const worker = new EventTarget();
  const register = vi.fn(async () => {
    // As Chromium does where there is some network: at once.
    worker.dispatchEvent(new MessageEvent('message', { data: { type: 'outbox.wake' } }));
  });
  Object.assign(worker, { getRegistration: async () => ({ sync: { register } }) });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const send = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  await connection.probe();
  startOutbox();
  subject.enter('asha');
  await outbox.submit(addCourse(1));
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(register).toHaveBeenCalledTimes(1);
  const adds = send.mock.calls.filter(([address]) => String(address) === '/api/cart/add');
  // One for the start of the page and one for signing in, none for the wakings.
  expect(adds.length).toBeLessThanOrEqual(2);
});

it('does not send again without a pause where a network answers the call itself but lets signs of life through', async () => {
  const send = vi.fn<typeof fetch>(async (address) => {
    const isOurs = !String(address).includes('/api/cart/add');
    return new Response('{}', { status: isOurs ? 200 : 403, headers: isOurs ? { 'x-landfall': '1' } : {} });
  });
  vi.stubGlobal('fetch', send);
  startOutbox();
  await connection.probe();
  subject.enter('dev');
  await outbox.submit(addCourse(2));
  await new Promise((resolve) => setTimeout(resolve, 600));
  const adds = send.mock.calls.filter(([address]) => String(address) === '/api/cart/add');
  // The first pause is a second at least; signing in sends as well.
  expect(adds.length).toBeLessThanOrEqual(2);
  expect(outbox.nextTry).not.toBeNull();
});
