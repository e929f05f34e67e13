import 'fake-indexeddb/auto';
import { createStore } from 'idb-keyval';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import type { Delivery } from '../../../../src/offline/outbox/row-rules.ts';
import { type ChangeRows, openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { settled } from '../../../machines/settled.ts';
import { addCourse, fakeServer, fillDevice, full, noResponse, openDevice, removeCourse } from './fake-device.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the outbox', () => {
  it('the outbox stores a change before it sends it to the server', async () => {
    const seen: number[] = [];
    const server = fakeServer(async () => {
      seen.push((await world.rows()).length);
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    expect(await world.openTab().submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
    expect(seen).toEqual([1]);
    expect(await world.rows()).toEqual([]);
  });

  it('a change made offline stays in the outbox, and the next visit sends it once', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    expect(await world.openTab().submit(addCourse(1), 'asha')).toEqual({ kind: 'queued', key: 'add-1-10' });
    expect(server.calls).toEqual([]);
    world.device.isOffline = false;
    await world.openTab().resume();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('the outbox sends changes in the order in which they were made, whichever tab they were made in', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const [one, two] = [world.openTab(), world.openTab()];
    await one.submit(addCourse(3), 'asha');
    await two.submit(addCourse(1), 'asha');
    await one.submit(addCourse(2), 'asha');
    await Promise.all([one.drain(), two.drain()]);
    expect(server.calls).toEqual(['add-3-30', 'add-1-10', 'add-2-20']);
  });

  it('the outbox sends each change exactly once when five tabs send at the same time', async () => {
    const server = fakeServer(async () => {
      await settled();
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    const tabs = Array.from({ length: 5 }, () => world.openTab());
    await Promise.all(tabs.flatMap((tab, at) => [tab.submit(addCourse(at + 1), 'asha'), tab.drain()]));
    expect(server.calls.toSorted()).toEqual([1, 2, 3, 4, 5].map((id) => `add-${id}-${id}0`));
    expect(await world.rows()).toEqual([]);
  });

  it('the outbox repeats a change that got no response, with the same idempotency key, before it sends the next change', async () => {
    let tries = 0;
    const server = fakeServer((key) => (key === 'add-1-10' && ++tries < 3 ? noResponse : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    await tab.submit(addCourse(2), 'asha');
    await tab.drain();
    await tab.drain();
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'add-1-10', 'add-2-20']);
  });

  it('if a change got no response, the outbox retries it automatically two seconds later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noResponse));
    const world = openDevice(server);
    const outcome = await world.openTab().submit(addCourse(1), 'asha');
    expect(outcome.kind).toBe('queued');
    isBack = true;
    await vi.advanceTimersByTimeAsync(1999);
    expect(server.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(server.calls).toHaveLength(2));
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  describe('after a response with Retry-After', () => {
    async function pausedTab() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const fault = { code: 'UNAVAILABLE', message: 'The service is busy.', isFinal: false };
      const busy: Delivery = { kind: 'unanswered', fault, isFromServer: true, retryAfterMs: 20_000 };
      const state: { answer: Delivery } = { answer: busy };
      const server = fakeServer(() => state.answer);
      const world = openDevice(server);
      const tab = world.openTab();
      expect((await tab.submit(addCourse(1), 'asha')).kind).toBe('queued');
      state.answer = { kind: 'delivered' };
      return { world, server, tab, state };
    }

    it('when the server sends Retry-After, the outbox retries exactly after that time', async () => {
      const { server, world } = await pausedTab();
      await vi.advanceTimersByTimeAsync(19_999);
      expect(server.calls).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
      expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    });

    it('the outbox does not retry before the time in Retry-After, whatever else happens in this or another tab', async () => {
      const { server, tab, world } = await pausedTab();
      await tab.drain();
      expect((await tab.submit(addCourse(2), 'asha')).kind).toBe('queued');
      const other = world.openTab();
      await other.receive({ type: 'paused', pause: 20_000, isAskedFor: true });
      await other.drain();
      expect(server.calls).toHaveLength(1);
    });

    it('the outbox waits for the time in Retry-After also after a reload and in a tab that is opened later', async () => {
      const { server, world } = await pausedTab();
      world.closeTabs();
      world.device.now += 5_000;
      const later = world.openTab();
      await later.resume();
      expect(later.nextTry).toBe(world.device.now + 15_000);
      expect((await world.openTab().submit(addCourse(2), 'asha')).kind).toBe('queued');
      expect(server.calls).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(15_000);
      await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
      expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'add-2-20']);
    });

    it('the outbox sends at once on a later visit if the device’s clock was set back while it waited for Retry-After', async () => {
      const { server, world } = await pausedTab();
      world.closeTabs();
      world.device.now -= 3_600_000;
      await world.openTab().resume();
      expect(server.calls).toHaveLength(2);
    });

    it('after the student retries a change before the time in Retry-After, the outbox no longer waits for that time', async () => {
      const { server, tab, world, state } = await pausedTab();
      state.answer = noResponse;
      await tab.drainNow();
      world.closeTabs();
      await world.openTab().resume();
      expect(server.calls).toHaveLength(3);
    });

    it('the outbox retries before the time in Retry-After if the student asks for it', async () => {
      const { server, tab, world } = await pausedTab();
      await tab.drainNow();
      expect(server.calls).toHaveLength(2);
      expect(await world.rows()).toEqual([]);
    });
  });

  it('the outbox sends a change again, with the same idempotency key, if its tab was closed while sending it', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    await world.storage((rows) => ({ rows: rows.map((row) => ({ ...row, state: 'sending' as const, attempts: 1 })) }));
    await world.openTab().resume();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('the outbox lists a change that the server refused, and goes on with the next one', async () => {
    const server = fakeServer((key) => (key === 'add-1-10' ? full : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    await tab.submit(addCourse(2), 'asha');
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10', 'add-2-20']);
    expect(await world.rows()).toMatchObject([
      { key: 'add-1-10', state: 'needsAttention', lastError: { message: 'No seats are left in this batch.' } },
    ]);
    expect(tab.rows).toHaveLength(1);
  });

  it('the outbox deletes a refused change when the page that made it has already received the refusal', async () => {
    const world = openDevice(fakeServer(() => full));
    expect(await world.openTab().submit(addCourse(1), 'asha')).toMatchObject({
      kind: 'refused',
      fault: { code: 'BATCH_FULL' },
    });
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('when the student retries a refused change, the outbox sends it with a new idempotency key', async () => {
    let isFull = true;
    const server = fakeServer(() => (isFull ? full : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    await tab.drain();
    isFull = false;
    await tab.retry('add-1-10');
    expect(server.calls).toEqual(['add-1-10', 'new-key-1']);
    expect(await world.rows()).toEqual([]);
  });

  it('a change that got no response before its idempotency key expired needs the student’s decision, and a retry has a new key', async () => {
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noResponse));
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.submit(addCourse(2), 'asha');
    expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    isBack = true;
    world.device.now += 30 * 86_400_000;
    const notices: OutboxNotice[] = [];
    tab.subscribe((notice) => notices.push(notice));
    await tab.drain();
    expect(server.calls.slice(2)).toEqual(['add-2-20']);
    const fault = expect.objectContaining({ code: 'UNCONFIRMED' });
    expect(notices).toContainEqual({ type: 'refused', key: 'add-1-10', fault });
    expect(await world.rows()).toMatchObject([{ key: 'add-1-10', state: 'needsAttention', lastError: fault }]);
    isBack = false;
    await tab.retry('add-1-10');
    await tab.drain();
    expect(server.calls.slice(3)).toEqual(['new-key-1', 'new-key-1']);
    expect(await world.rows()).toMatchObject([{ key: 'new-key-1', state: 'waiting' }]);
  });

  it('when the server requires sign-in, the outbox holds a change until the same student signs in again', async () => {
    let isSignedIn = false;
    const server = fakeServer(() => (isSignedIn ? { kind: 'delivered' } : { kind: 'signedOut' }));
    const world = openDevice(server);
    const tab = world.openTab();
    expect(await tab.submit(addCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: 'add-1-10' });
    await tab.drain();
    expect(server.calls).toHaveLength(1);
    isSignedIn = true;
    world.device.student = 'dev';
    await tab.resume();
    expect(server.calls).toHaveLength(1);
    world.device.student = 'asha';
    await tab.resume();
    expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
  });

  it('a change that the server refuses as signed out is sent again if the student has just signed in in another tab', async () => {
    const server = fakeServer(async () => {
      if (server.calls.length > 1) return { kind: 'delivered' };
      const heard = new Promise<void>((resolve) => tab.subscribe(({ type }) => type === 'signedIn' && resolve()));
      void other.resume();
      await heard;
      return { kind: 'signedOut' };
    });
    const world = openDevice(server);
    const [tab, other] = [world.openTab(), world.openTab()];
    expect(await tab.submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
    expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    expect(await world.rows()).toEqual([]);
  });

  it('the outbox neither stores nor sends a change made by a visitor who is not signed in', async () => {
    const server = fakeServer();
    const world = openDevice(server, null);
    expect(await world.openTab().submit(addCourse(1), null)).toEqual({ kind: 'signedOut', key: null });
    expect(await world.rows()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('the outbox neither stores nor sends a change of a student after another student has signed in', async () => {
    const server = fakeServer();
    const world = openDevice(server, 'dev');
    expect(await world.openTab().submit(removeCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: null });
    expect(await world.rows()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('a change whose student signs out while it is being sent is not stored when it gets no response', async () => {
    const server = fakeServer(async () => {
      world.device.student = null;
      await leaving.discardAll('asha', { withAnonymous: true });
      return noResponse;
    });
    const world = openDevice(server);
    const leaving = world.openTab();
    const openLate: ChangeRows = (change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError'));
    expect(await world.openTab(openLate).submit(addCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: null });
    expect(server.calls).toEqual(['add-1-10']);
    expect(await world.rows()).toEqual([]);
  });

  it('the outbox does not send changes that another student left on the device', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isOffline = true;
    await tab.submit(addCourse(1), 'asha');
    world.device.student = 'dev';
    await tab.submit(addCourse(2), 'dev');
    await tab.drain();
    expect(server.calls).toEqual(['add-2-20']);
    expect(await world.rows()).toMatchObject([{ user: 'asha', state: 'waiting' }]);
    await tab.discardAll('asha');
    expect(await world.rows()).toEqual([]);
  });

  it('the outbox sends a change directly when the browser cannot store it', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const online = openDevice(fakeServer());
    expect(await online.openTab(refuse).submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
    const offline = openDevice(fakeServer(() => noResponse));
    expect(await offline.openTab(refuse).submit(addCourse(1), 'asha')).toMatchObject({ kind: 'unanswered' });
  });

  it('a change is stored later if neither the browser’s storage nor the server responded at first', async () => {
    const server = fakeServer(() => {
      world.device.isOffline = true;
      return noResponse;
    });
    const world = openDevice(server);
    const openLate: ChangeRows = (change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError'));
    expect(await world.openTab(openLate).submit(addCourse(1), 'asha')).toEqual({ kind: 'queued', key: 'add-1-10' });
    expect(server.calls).toEqual(['add-1-10']);
    expect(await world.rows()).toMatchObject([{ key: 'add-1-10', state: 'waiting' }]);
  });

  it('a course addition that was sent before it could be stored is not replaced when the student adds the course again', async () => {
    const server = fakeServer(() => noResponse);
    const world = openDevice(server);
    const openLate: ChangeRows = (change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError'));
    void world.openTab(openLate).submit(addCourse(1, 10), 'asha');
    await expect.poll(world.rows).toHaveLength(1);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1, 11), 'asha');
    expect((await world.rows()).map(({ key }) => key)).toEqual(['add-1-10', 'add-1-11']);
  });

  it('a change that cannot be stored is not sent before an earlier stored change of the same course', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    let isFull = false;
    const failWhenFull: ChangeRows = (change) =>
      isFull ? Promise.reject(new DOMException('The disk is full', 'QuotaExceededError')) : world.storage(change);
    const tab = world.openTab(failWhenFull);
    await tab.submit(addCourse(1, 10), 'asha');
    world.device.isOffline = false;
    isFull = true;
    expect(await tab.submit(removeCourse(1), 'asha')).toMatchObject({
      kind: 'unanswered',
      fault: { code: 'DEVICE_FULL' },
    });
    expect(server.calls).toEqual([]);
    expect(await tab.submit(addCourse(2), 'asha')).toEqual({ kind: 'delivered' });
    isFull = false;
    await tab.resume();
    expect(server.calls).toEqual(['add-2-20', 'add-1-10']);
  });

  it('a waiting change is sent once and deleted while the device is full', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    fillDevice();
    world.device.isOffline = false;
    const tab = world.openTab();
    await tab.resume();
    expect(server.calls).toEqual(['add-1-10']);
    expect(tab.rows).toEqual([]);
    expect(await world.rows()).toEqual([]);
  });

  it('while the device is full, a waiting change without a response is repeated with its key, after growing pauses', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    fillDevice();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await tab.drain();
      pauses.push((tab.nextTry ?? 0) - world.device.now);
    }
    expect(pauses).toEqual([2000, 4000, 8000]);
    expect(tab.rows).toMatchObject([{ key: 'add-1-10', state: 'waiting', attempts: 3 }]);
    world.closeTabs();
  });

  it('while the device is full, a refused change is sent once and shown, and the next visit sends it with the same key', async () => {
    const server = fakeServer(() => full);
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    const freeSpace = fillDevice();
    await tab.drain();
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10']);
    expect(tab.rows).toMatchObject([{ state: 'needsAttention', lastError: { code: 'BATCH_FULL' } }]);
    // By default, all tabs share one open store. Open the store again, as the next visit does.
    await world.openTab(openOutboxStore(world.name)).resume();
    expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    freeSpace();
    await tab.refresh();
    expect(await openOutboxStore(world.name)((rows) => ({ rows }))).toMatchObject({
      rows: [{ key: 'add-1-10', state: 'needsAttention' }],
    });
  });

  it('a refused change is tried again with a new key while the device is full', async () => {
    let isRefused = true;
    const server = fakeServer(() => (isRefused ? full : { kind: 'delivered' }));
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.drain();
    fillDevice();
    isRefused = false;
    await tab.retry('add-1-10');
    expect(server.calls).toEqual(['add-1-10', 'new-key-1']);
    expect(await world.rows()).toEqual([]);
  });

  it('a change made offline on a full device is not stored, and the student learns why and what to do', async () => {
    const server = fakeServer(() => noResponse);
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.refresh();
    const freeSpace = fillDevice();
    expect(await tab.submit(addCourse(1), 'asha')).toEqual({
      kind: 'unanswered',
      fault: {
        code: 'DEVICE_FULL',
        message: 'This device is full, so the change was not saved. Free some space, or try again when you are online.',
        isFinal: false,
      },
    });
    freeSpace();
    await tab.refresh();
    expect(await world.rows()).toEqual([]);
  });

  it('a change made offline waits for a browser storage that opens late', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const openLate: ChangeRows = (change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError'));
    expect(await world.openTab(openLate).submit(addCourse(1), 'asha')).toEqual({ kind: 'queued', key: 'add-1-10' });
    expect(server.calls).toEqual([]);
  });

  it('for a change that cannot be stored, the outbox returns no row key if the server answers that the student is signed out', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const world = openDevice(fakeServer(() => ({ kind: 'signedOut' })));
    expect(await world.openTab(refuse).submit(addCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: null });
  });

  it('the outbox marks a row of an unknown old format as outdated, and leaves rows stored by newer releases unchanged', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    await world.rows();
    const raw = createStore(world.name, 'rows');
    const older = { key: 'older-row', user: 'asha', schemaVersion: 0, type: 'add', title: 'Add a course' };
    const newer = { key: 'newer-row', user: 'asha', schemaVersion: 99, secret: 'shape' };
    await raw('readwrite', (records) => {
      records.put(older, older.key);
      records.put(newer, newer.key);
    });
    const tab = world.openTab();
    await tab.resume();
    await tab.retry('older-row');
    expect(server.calls).toEqual([]);
    expect(tab.rows).toMatchObject([
      { key: 'older-row', title: 'Add a course', state: 'needsAttention', lastError: { code: 'OUTDATED' } },
    ]);
    await tab.discard('older-row');
    const left = await raw(
      'readonly',
      (records) =>
        new Promise((resolve) => {
          const all = records.getAll();
          all.onsuccess = () => resolve(all.result);
        }),
    );
    expect(left).toEqual([newer]);
  });

  it('the outbox sends the removal of a course only after it has repeated the course’s addition, which got no response', async () => {
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noResponse));
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    isBack = true;
    await tab.submit(removeCourse(1), 'asha');
    expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'remove-1']);
  });
});
