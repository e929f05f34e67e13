import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { outbox, startOutbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { addRow } from '../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { settled } from '../../../machines/settled.ts';
import { addCourse } from './fake-device.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** More turns of the event loop than the outbox needs to send a change. */
const enoughTurns = 100;

function addsOf(send: { mock: { calls: Parameters<typeof fetch>[] } }): number {
  return send.mock.calls.filter(([address]) => String(address) === '/api/cart/add').length;
}

/** Stands for `navigator.serviceWorker`. The first `startOutbox` of this file begins to listen to it. */
const worker = new EventTarget();
const fireSync = () => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'outbox.wake' } }));

it('while offline, the outbox registers Background Sync only once, even if the browser fires several sync events', async () => {
  // Chromium fires the event of Background Sync at registration if there is any network, even one without internet
  // access.
  const register = vi.fn(async () => void fireSync());
  Object.assign(worker, { getRegistration: async () => ({ sync: { register } }) });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }));
  const send = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  await connection.probe();
  startOutbox();
  startOutbox();
  subject.enter('asha');
  await outbox.submit(addCourse(1), 'asha');
  await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith('landfall-outbox'));
  for (let fired = 0; fired < 3; fired += 1) {
    fireSync();
    await connection.probe();
    await settled(enoughTurns);
  }
  expect(register).toHaveBeenCalledTimes(1);
  // Expect at most two attempts: when the page starts and after signing in. Background Sync must cause none.
  expect(addsOf(send)).toBeLessThanOrEqual(2);
  send.mockClear();
  for (const data of [{ type: 'claimed' }, null]) worker.dispatchEvent(new MessageEvent('message', { data }));
  await settled(enoughTurns);
  expect(send).not.toHaveBeenCalled();
});

it('a sync event makes the outbox send a waiting change as soon as the server can be reached', async () => {
  expect(connection.isOffline).toBe(true);
  expect(outbox.rows).toMatchObject([{ state: 'waiting' }]);
  const send = vi.fn<typeof fetch>(async () => Response.json({}, { headers: { 'x-landfall': '1' } }));
  vi.stubGlobal('fetch', send);
  fireSync();
  await vi.waitFor(() => expect(addsOf(send)).toBe(1));
});

it('the outbox notifies other tabs of its changes, and shows the changes that other tabs have made', async () => {
  const otherTab = new BroadcastChannel('landfall-outbox');
  onTestFinished(() => otherTab.close());
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  const storage = openOutboxStore('landfall-outbox');
  const { rows } = addRow([], addCourse(7), 'asha', 0);
  await storage(() => ({ rows: rows.map((row) => ({ ...row, state: 'needsAttention' as const })) }));
  otherTab.postMessage({ type: 'changed' });
  await vi.waitFor(() => expect(outbox.rows.map(({ key }) => key)).toContain('add-7-70'));
  expect(await outbox.discard('add-7-70')).toBe(true);
  await vi.waitFor(() => expect(heard).toContainEqual({ type: 'discarded', key: 'add-7-70' }));
  expect((await storage((left) => ({ rows: left }))).rows).toEqual([]);
});

it('when the connection is back, the outbox reports earlier delivered additions to its listeners again, so that the cart is reloaded', async () => {
  const storage = openOutboxStore('landfall-outbox');
  const delivered = addRow([], addCourse(8), 'mira', 0).rows.map((row) => ({ ...row, state: 'delivered' as const }));
  await storage(() => ({ rows: delivered }));
  subject.enter('mira');
  const send = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  await connection.probe();
  await vi.waitFor(() => expect(outbox.rows).toMatchObject([{ key: 'add-8-80' }]));
  const reported: string[] = [];
  onTestFinished(
    outbox.subscribe((notice) => {
      if (notice.type === 'delivered') reported.push(notice.key);
    }),
  );
  send.mockImplementation(async () => Response.json({}, { headers: { 'x-landfall': '1' } }));
  await connection.probe();
  expect(reported).toEqual(['add-8-80']);
  await outbox.forgetDelivered(['add-8-80']);
});

it('behind a captive portal that lets only health checks through, reconnects do not make the outbox resend before its retry delay ends', async () => {
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
  // Expect at most two attempts: when the change is added and after signing in. The first automatic retry comes only
  // after a second.
  expect(addsOf(send)).toBeLessThanOrEqual(2);
  expect(outbox.nextTry).not.toBeNull();
});

describe('a change that waits for its next try', () => {
  /**
   * Leaves an addition to the cart waiting in the outbox: calls of the cart get no response, but health requests do.
   * `adds`: the number of requests to add a course. `lose`: lets a health request find a captive portal.
   */
  async function waitingChange(course: number) {
    const send = vi.fn<typeof fetch>(async (address) => {
      if (String(address).includes('/api/cart')) throw new TypeError('Failed to fetch');
      return new Response('{}', { headers: { 'x-landfall': '1' } });
    });
    vi.stubGlobal('fetch', send);
    // The outbox must not retry by itself during the test.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    startOutbox();
    await connection.probe();
    subject.enter('nila');
    await outbox.submit(addCourse(course), 'nila');
    await vi.waitFor(() => expect(outbox.nextTry).not.toBeNull());
    await settled(enoughTurns);
    send.mockClear();
    const lose = async () => {
      vi.stubGlobal('fetch', async () => new Response('<h1>Welcome aboard</h1>'));
      await connection.probe();
      vi.stubGlobal('fetch', send);
    };
    return { adds: () => addsOf(send), lose };
  }

  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('a waiting change of the outbox is sent when the page becomes visible again, but not if the server is unreachable', async () => {
    const { adds, lose } = await waitingChange(3);
    show('hidden');
    await settled(enoughTurns);
    expect(adds()).toBe(0);
    show('visible');
    await vi.waitFor(() => expect(adds()).toBe(1));
    await settled(enoughTurns);
    await lose();
    show('visible');
    await settled(enoughTurns);
    expect(adds()).toBe(1);
  });

  it('a waiting change of the outbox is sent at once when the connection returns after ten seconds or more', async () => {
    const { adds, lose } = await waitingChange(4);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    await lose();
    now.mockReturnValue(Date.now() + 9_999);
    connection.report('ours');
    await settled(enoughTurns);
    expect(adds()).toBe(0);
    await lose();
    now.mockReturnValue(Date.now() + 5_000);
    // The captive portal gives way to a proxy whose server does not answer: it is still the same outage.
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
    await connection.probe();
    await lose();
    now.mockReturnValue(Date.now() + 5_000);
    connection.report('ours');
    await vi.waitFor(() => expect(adds()).toBe(1));
    now.mockRestore();
  });

  it('when a page that was hidden and offline is shown again, the outbox sends its waiting change as soon as the server responds', async () => {
    const { adds, lose } = await waitingChange(5);
    const stop = connection.start(window);
    await lose();
    show('hidden');
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await settled(enoughTurns);
    expect(adds()).toBe(0);
    show('visible');
    await vi.waitFor(() => expect(adds()).toBe(1));
    now.mockRestore();
    stop();
  });
});
