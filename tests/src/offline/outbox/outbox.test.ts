import 'fake-indexeddb/auto';
import { createStore } from 'idb-keyval';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import type { RowFault } from '../../../../src/offline/outbox/row.ts';
import type { Delivery } from '../../../../src/offline/outbox/row-rules.ts';
import { type ChangeRows, openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { settled } from '../../../machines/settled.ts';
import { addCourse, fakeServer, fillDevice, full, noResponse, openDevice, removeCourse } from './fake-device.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function noticesOf(tab: Outbox): OutboxNotice[] {
  const notices: OutboxNotice[] = [];
  tab.subscribe((notice) => notices.push(notice));
  return notices;
}

describe('the outbox', () => {
  it('the outbox stores a change on the device before sending the change to the server', async () => {
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

  it('the outbox stores a change made offline, and sends the change once on the next visit', async () => {
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
    const outcomes = await Promise.all(
      tabs.map(async (tab, at) => {
        const outcome = tab.submit(addCourse(at + 1), 'asha');
        await tab.drain();
        return outcome;
      }),
    );
    expect(outcomes).toEqual(Array(5).fill({ kind: 'delivered' }));
    expect(server.calls.toSorted()).toEqual([1, 2, 3, 4, 5].map((id) => `add-${id}-${id}0`));
    expect(await world.rows()).toEqual([]);
  });

  it('the outbox resends a change that got no response, under the same idempotency key, before sending the next change', async () => {
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

  it('the outbox automatically resends a change that got no response, two seconds later', async () => {
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
      const fault: RowFault = { code: 'UNAVAILABLE', message: 'The service is busy.', isFinal: false };
      const busy: Delivery = { kind: 'unanswered', fault, isFromServer: true, retryAfterMs: 20_000 };
      const state: { answer: Delivery } = { answer: busy };
      const server = fakeServer(() => state.answer);
      const world = openDevice(server);
      const tab = world.openTab();
      expect((await tab.submit(addCourse(1), 'asha')).kind).toBe('queued');
      state.answer = { kind: 'delivered' };
      return { world, server, tab, state };
    }

    it('after a response with Retry-After, the outbox resends the change exactly when the requested time has passed', async () => {
      const { server, world } = await pausedTab();
      await vi.advanceTimersByTimeAsync(19_999);
      expect(server.calls).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
      expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    });

    it('until the time in Retry-After has passed, no tab sends a waiting or new change of the outbox', async () => {
      const { server, tab, world } = await pausedTab();
      await tab.drain();
      expect((await tab.submit(addCourse(2), 'asha')).kind).toBe('queued');
      const other = world.openTab();
      await other.receive({ type: 'paused', pause: 20_000, isAskedFor: true });
      await other.drain();
      expect(server.calls).toHaveLength(1);
    });

    it('the outbox waits for the time in Retry-After even in tabs that were opened after the response', async () => {
      const { server, world } = await pausedTab();
      world.closeTabs();
      world.device.now += 5_000;
      const later = world.openTab();
      const notices = noticesOf(later);
      await later.resume();
      expect(notices.at(-1)).toEqual({ type: 'paused', pause: 15_000, isAskedFor: true });
      expect(later.nextTry).toBe(world.device.now + 15_000);
      expect((await world.openTab().submit(addCourse(2), 'asha')).kind).toBe('queued');
      expect(server.calls).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(15_000);
      await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
      expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'add-2-20']);
    });

    it.each([
      ['the pause has just ended', 20_000, 2],
      ['1 ms of the pause is left', 19_999, 1],
      ['the clock was set back so that the pause would last five minutes', 20_000 - 300_000, 1],
      ['the clock was set back so that the pause would last more than five minutes', 20_000 - 300_001, 2],
    ])(
      'on the next visit, the outbox observes a Retry-After pause unless more than five minutes of it seem to remain: %s',
      async (_, passed, calls) => {
        const { server, world } = await pausedTab();
        world.closeTabs();
        world.device.now += passed;
        await world.openTab().resume();
        expect(server.calls).toHaveLength(calls);
        world.closeTabs();
      },
    );

    it('discarding the change whose response had a Retry-After header does not end the pause for later changes', async () => {
      const { server, tab } = await pausedTab();
      expect(await tab.discard('add-1-10')).toBe(true);
      expect(await tab.submit(addCourse(2), 'asha')).toEqual({ kind: 'queued', key: 'add-2-20' });
      expect(server.calls).toEqual(['add-1-10']);
    });

    it('a student’s retry ends the Retry-After pause of the outbox, even if the retry gets no response', async () => {
      const { server, tab, world, state } = await pausedTab();
      state.answer = noResponse;
      await tab.drainNow();
      world.closeTabs();
      await world.openTab().resume();
      expect(server.calls).toHaveLength(3);
    });

    it('a student’s retry sends the waiting change at once, even during a Retry-After pause', async () => {
      const { server, tab, world } = await pausedTab();
      await tab.drainNow();
      expect(server.calls).toHaveLength(2);
      expect(await world.rows()).toEqual([]);
    });
  });

  it('if a tab is closed while sending a change, the next tab sends the change under the same idempotency key', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    await world.storage((rows) => ({ rows: rows.map((row) => ({ ...row, state: 'sending' as const, attempts: 1 })) }));
    await world.openTab().resume();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('the outbox lists a change that the server refused, and sends the next change', async () => {
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
    expect(tab.rows).toMatchObject([{ state: 'needsAttention' }, { key: 'add-2-20', state: 'delivered' }]);
  });

  it('a change that the server refuses at once is reported to the page that made it and not listed in the outbox', async () => {
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

  it('once the idempotency key of an unanswered change has expired, the change is sent only if the student retries, under a new key', async () => {
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noResponse));
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.submit(addCourse(2), 'asha');
    expect(server.calls).toEqual(['add-1-10', 'add-1-10']);
    isBack = true;
    world.device.now += 30 * 86_400_000;
    const notices = noticesOf(tab);
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

  it.each([
    ['refused for lack of a sign-in is sent again', 'in another tab', 'signedOut', 2],
    ['refused for lack of a sign-in is sent again', 'in the same tab', 'signedOut', 2],
    ['received is reported as delivered', 'in another tab', 'delivered', 1],
  ] as const)(
    'if a student signs in while a change is being sent, a change that the server has %s (sign-in %s)',
    async (_, where, firstAnswer, calls) => {
      const server = fakeServer(async () => {
        if (server.calls.length > 1) return { kind: 'delivered' };
        const heard = new Promise<void>((resolve) => tab.subscribe(({ type }) => type === 'signedIn' && resolve()));
        void (where === 'in the same tab' ? tab : other).resume();
        await heard;
        return { kind: firstAnswer };
      });
      const world = openDevice(server);
      const [tab, other] = [world.openTab(), world.openTab()];
      expect(await tab.submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
      expect(server.calls).toEqual(Array(calls).fill('add-1-10'));
      expect(await world.rows()).toEqual([]);
    },
  );

  it('the outbox neither stores nor sends a change made by a visitor who is not signed in', async () => {
    const server = fakeServer();
    const world = openDevice(server, null);
    expect(await world.openTab().submit(addCourse(1), null)).toEqual({ kind: 'signedOut', key: null });
    expect(await world.rows()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('the outbox neither stores nor sends a student’s change if another student is signed in on the device', async () => {
    const server = fakeServer();
    const world = openDevice(server, 'dev');
    expect(await world.openTab().submit(removeCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: null });
    expect(await world.rows()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('a change that got no response is not stored in the outbox if the student signed out while the change was being sent', async () => {
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

  it('the outbox does not send a student’s waiting changes while another student is signed in', async () => {
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

  it('when the browser blocks storage, the outbox sends a change without storing the change first', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const online = openDevice(fakeServer());
    expect(await online.openTab(refuse).submit(addCourse(1), 'asha')).toEqual({ kind: 'delivered' });
    const offline = openDevice(fakeServer(() => noResponse));
    expect(await offline.openTab(refuse).submit(addCourse(1), 'asha')).toMatchObject({ kind: 'unanswered' });
  });

  it('a change that got no response is stored in the outbox even if the browser’s storage opens late', async () => {
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

  it('adding another batch of a course offline does not replace an earlier addition that was sent and got no response', async () => {
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

  it('on a full device, a course cannot be removed from the cart while its addition waits in the outbox', async () => {
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

  it('on a full device, even a tab that has not read the outbox yet refuses to remove a course whose addition waits there', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    world.device.isOffline = false;
    fillDevice();
    expect((await world.openTab().submit(removeCourse(1), 'asha')).kind).toBe('unanswered');
    expect(server.calls).toEqual([]);
  });

  describe('a change that could not be stored at first', () => {
    const fault: RowFault = { code: 'UNAVAILABLE', message: 'Busy', isFinal: false };
    const busy: Delivery = { kind: 'unanswered', isFromServer: true, fault };
    const notStored = {
      kind: 'unanswered',
      fault: { code: 'NOT_STORED', message: 'This change could not be saved. Please try again.', isFinal: false },
    };
    /** A tab that cannot store new rows: `first` is the error of its first try, `then` that of the second. */
    function openBlockedTab(world: ReturnType<typeof openDevice>, first: string, then: string | null) {
      return world.openTab((change, options) => {
        const name = options?.mustStore ? (options.isPatient ? then : first) : null;
        return name ? Promise.reject(new DOMException('Not stored', name)) : world.storage(change);
      });
    }

    it.each([
      ['the device is full and there is no response', 'QuotaExceededError', noResponse, { code: 'DEVICE_FULL' }],
      ['the device is full and the server is busy', 'QuotaExceededError', busy, fault],
      ['the browser blocks storage and there is no response', 'SecurityError', noResponse, { code: 'NO_RESPONSE' }],
    ])(
      'a change that could be neither stored nor delivered fails with an error that gives the reason: %s',
      async (_, name, answer, reason) => {
        const world = openDevice(fakeServer(() => answer));
        const outcome = await openBlockedTab(world, name, name).submit(addCourse(1), 'asha');
        expect(outcome).toMatchObject({ kind: 'unanswered', fault: reason });
        expect(await world.rows()).toEqual([]);
      },
    );

    it.each([
      ['is refused while the browser blocks storage', 'SecurityError', notStored, { key: 'add-1-10', attempts: 0 }],
      ['is sent only once it is stored', null, { kind: 'queued', key: 'remove-1' }, { key: 'remove-1', attempts: 1 }],
    ])('the removal of a course whose addition waits in the outbox %s', async (_, then, outcome, left) => {
      const server = fakeServer(() => noResponse);
      const world = openDevice(server);
      const tab = openBlockedTab(world, 'SecurityError', then);
      world.device.isOffline = true;
      await world.openTab().submit(addCourse(1), 'asha');
      world.device.isOffline = false;
      expect(await tab.submit(removeCourse(1), 'asha')).toEqual(outcome);
      expect(server.calls).toEqual(then ? [] : ['remove-1']);
      expect(await world.rows()).toMatchObject([left]);
      world.closeTabs();
    });
  });

  it('even on a full device, a waiting change is sent once and then deleted from the outbox', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    fillDevice();
    world.device.isOffline = false;
    const tab = world.openTab();
    await tab.resume();
    expect(server.calls).toEqual(['add-1-10']);
    expect(tab.rows).toMatchObject([{ state: 'delivered' }]);
    // A later visit finds nothing to send.
    expect((await openOutboxStore(world.name)((rows) => ({ rows }))).rows).toEqual([]);
  });

  it('on a full device, the outbox resends a change that got no response after growing pauses, under the same idempotency key', async () => {
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

  it('on a full device, a change that the server refused is shown in the outbox and not sent again before the next visit', async () => {
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

  it('on a full device, a student’s retry sends a refused change under a new idempotency key', async () => {
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

  it('a change made offline on a full device is not stored, and an error message asks the student to free some space', async () => {
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

  it('a change made offline is stored even if the browser’s storage opens late', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const openLate: ChangeRows = (change, { isPatient = false } = {}) =>
      isPatient ? world.storage(change) : Promise.reject(new DOMException('The storage does not open', 'TimeoutError'));
    expect(await world.openTab(openLate).submit(addCourse(1), 'asha')).toEqual({ kind: 'queued', key: 'add-1-10' });
    expect(server.calls).toEqual([]);
  });

  it('outbox.submit returns no row key when a change could not be stored and the server responds “signed out”', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const world = openDevice(fakeServer(() => ({ kind: 'signedOut' })));
    expect(await world.openTab(refuse).submit(addCourse(1), 'asha')).toEqual({ kind: 'signedOut', key: null });
  });

  it('the outbox shows a change stored in an unknown old format as outdated, and leaves changes stored by newer releases untouched', async () => {
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

  it('before the outbox sends the removal of a course, it resends the course’s addition that got no response', async () => {
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
