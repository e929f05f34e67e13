import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import type { RowFault, RowState } from '../../../../src/offline/outbox/row.ts';
import type { Delivery } from '../../../../src/offline/outbox/row-rules.ts';
import { settled } from '../../../machines/settled.ts';
import { addCourse, enquiry, fakeServer, full, noResponse, openDevice, removeCourse } from './fake-device.ts';

afterEach(() => void vi.useRealTimers());

const delivered: Delivery = { kind: 'delivered' };
const refuseStorage = () => Promise.reject(new DOMException('blocked', 'SecurityError'));

/** A server that responds only when the test calls `answer`. */
function slowServer() {
  const { promise, resolve: answer } = Promise.withResolvers<Delivery>();
  return { server: fakeServer(() => promise), answer };
}

function noticesOf(tab: Outbox): OutboxNotice[] {
  const notices: OutboxNotice[] = [];
  tab.subscribe((notice) => notices.push(notice));
  return notices;
}

describe('the result of a change for its screen', () => {
  it('the outbox reports a submitted change as queued when the server has not responded for 12 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { server, answer } = slowServer();
    const world = openDevice(server);
    const tab = world.openTab();
    const ended = vi.fn();
    void tab.submit(addCourse(1), 'asha').then(ended);
    while (server.calls.length === 0) await settled();
    await vi.advanceTimersByTimeAsync(11_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith({ kind: 'queued', key: 'add-1-10' });
    answer(delivered);
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('a caller that waits for the result of its change gets the error code DISCARDED when the student discards the change', async () => {
    const { server, answer } = slowServer();
    const tab = openDevice(server).openTab();
    const first = tab.submit(addCourse(1), 'asha');
    const second = tab.submit(addCourse(2), 'asha');
    await expect.poll(() => [server.calls.length, tab.rows.length]).toEqual([1, 2]);
    expect(await tab.discard('add-2-20')).toBe(true);
    expect(await second).toEqual({
      kind: 'refused',
      fault: { code: 'DISCARDED', message: 'This change was discarded.', isFinal: true },
    });
    answer(delivered);
    expect(await first).toEqual({ kind: 'delivered' });
  });

  it.each([
    ['is deleted once its screen shows the refusal', true, []],
    [
      'stays in the list of waiting changes if its screen was left before the refusal',
      false,
      [{ key: 'add-1-10', state: 'needsAttention', lastError: { code: 'BATCH_FULL' } }],
    ],
  ])('a change that the server refuses %s', async (_, isShown, rows) => {
    const { server, answer } = slowServer();
    const world = openDevice(server);
    const tab = world.openTab();
    const outcome = tab.submit(addCourse(1), 'asha', () => isShown);
    await expect.poll(() => server.calls).toHaveLength(1);
    answer(full);
    expect(await outcome).toMatchObject({ kind: 'refused', fault: { code: 'BATCH_FULL' } });
    await expect.poll(() => [...tab.held]).toEqual([]);
    expect(await world.rows()).toMatchObject(rows);
  });

  it('a change that cannot be discarded because it is being sent is not reported as discarded', async () => {
    const { server, answer } = slowServer();
    const tab = openDevice(server).openTab();
    const outcome = tab.submit(addCourse(1), 'asha');
    await expect.poll(() => server.calls).toHaveLength(1);
    expect(await tab.discard('add-1-10')).toBe(false);
    answer(delivered);
    expect(await outcome).toEqual({ kind: 'delivered' });
  });

  it('when a new change replaces a change that waits offline, listeners are notified that the waiting change was discarded', async () => {
    const world = openDevice(fakeServer());
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    const notices = noticesOf(tab);
    await tab.submit(addCourse(1, 11), 'asha');
    expect(notices).toContainEqual({ type: 'discarded', key: 'add-1-10' });
    expect(notices).not.toContainEqual({ type: 'discarded', key: 'add-1-11' });
  });

  it('the outbox reports a submitted change as queued, not as delivered, if an earlier change waits for a sign-in', async () => {
    const server = fakeServer(() => ({ kind: 'signedOut' }));
    const tab = openDevice(server).openTab();
    const outcomes = await Promise.all([tab.submit(addCourse(1), 'asha'), tab.submit(addCourse(2), 'asha')]);
    expect(outcomes).toEqual([
      { kind: 'signedOut', key: 'add-1-10' },
      { kind: 'queued', key: 'add-2-20' },
    ]);
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('making a change after signing in again also sends the changes that waited for the sign-in', async () => {
    const answers: Delivery[] = [{ kind: 'signedOut' }];
    const server = fakeServer(() => answers.shift() ?? delivered);
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    expect(await tab.submit(addCourse(2), 'asha')).toEqual({ kind: 'delivered' });
    expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'add-2-20']);
    expect(await world.rows()).toEqual([]);
  });

  it('a student’s change is sent even while a change of another student waits for a sign-in', async () => {
    const answers: Delivery[] = [{ kind: 'signedOut' }];
    const server = fakeServer(() => answers.shift() ?? delivered);
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    world.device.student = 'dev';
    expect(await tab.submit(addCourse(2), 'dev')).toEqual({ kind: 'delivered' });
    expect(await world.rows()).toMatchObject([{ key: 'add-1-10', state: 'needsAuth' }]);
  });
});

describe('the rows whose result a screen is about to show', () => {
  it.each<[string, Delivery]>([
    ['delivered', delivered],
    ['refused', full],
    ['not answered', noResponse],
  ])(
    'the list of waiting changes leaves out a change until the screen that made the change knows the result (%s)',
    async (_, delivery) => {
      const { server, answer } = slowServer();
      const tab = openDevice(server).openTab();
      const outcome = tab.submit(addCourse(1), 'asha');
      await expect.poll(() => server.calls).toHaveLength(1);
      expect([...tab.held]).toEqual(['add-1-10']);
      answer(delivery);
      await outcome;
      await expect.poll(() => [...tab.held]).toEqual([]);
    },
  );

  /**
   * What the list of waiting changes shows. After each notice, it is read again, without the rows in `held`, whose
   * result another screen is about to show.
   */
  function listOf(tab: Outbox): Array<{ key: string; state: RowState }> {
    const list: Array<{ key: string; state: RowState }> = [];
    tab.subscribe(() => {
      const shown = tab.rows.filter(({ key }) => !tab.held.has(key));
      list.splice(0, list.length, ...shown.map(({ key, state }) => ({ key, state })));
    });
    return list;
  }

  it('a change made offline is in the list of waiting changes at once, in every tab', async () => {
    const world = openDevice(fakeServer());
    world.device.isOffline = true;
    const [tab, other] = [world.openTab(), world.openTab()];
    const [list, listOfOther] = [listOf(tab), listOf(other)];
    await tab.submit(removeCourse(1), 'asha');
    expect(list).toEqual([{ key: 'remove-1', state: 'waiting' }]);
    await expect.poll(() => listOfOther).toEqual([{ key: 'remove-1', state: 'waiting' }]);
  });

  it('a change without a response is in the list of waiting changes as soon as submit has returned', async () => {
    const world = openDevice(fakeServer(() => noResponse));
    const tab = world.openTab();
    const list = listOf(tab);
    await tab.submit(addCourse(1), 'asha');
    expect(list).toEqual([{ key: 'add-1-10', state: 'waiting' }]);
    world.closeTabs();
  });

  it('the list of waiting changes shows that a change is being sent, or that it needs attention after too many server errors', async () => {
    const world = openDevice(fakeServer());
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    await world.storage((rows) => ({ rows: rows.map((row) => ({ ...row, failures: 7 })) }));
    const fault: RowFault = { code: 'INTERNAL_ERROR', message: 'Internal server error', isFinal: false };
    const states: string[] = [];
    const failing = fakeServer(() => {
      states.push(...list.map(({ state }) => state));
      return { kind: 'unanswered', isFromServer: true, fault };
    });
    const tab = world.openTab(world.storage, failing);
    const list = listOf(tab);
    await tab.drain();
    expect(states).toEqual(['sending']);
    expect(list).toEqual([{ key: 'add-1-10', state: 'needsAttention' }]);
  });

  it('a form added to the outbox, and a sign-out that deletes it, both update the list of waiting changes in other tabs', async () => {
    const world = openDevice(fakeServer());
    world.device.isOffline = true;
    const [tab, other] = [world.openTab(), world.openTab()];
    const list = listOf(other);
    await tab.sendForm(
      { ...enquiry, user: 'asha' },
      () => Promise.reject(new TypeError('offline')),
      () => false,
    );
    await expect.poll(() => list).toEqual([{ key: 'enquiry-1', state: 'waiting' }]);
    world.device.student = null;
    await tab.discardAll('asha');
    await expect.poll(() => list).toEqual([]);
  });

  it.each([
    ['sent', () => Promise.resolve('LFE-1')],
    ['not sent', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('the list of waiting changes leaves out a form until its page knows that the form was %s', async (_, end) => {
    const tab = openDevice(fakeServer(() => noResponse)).openTab();
    const call = Promise.withResolvers<void>();
    const sending = tab.sendForm(
      enquiry,
      () => call.promise.then(end),
      () => false,
    );
    await expect.poll(() => tab.rows).toHaveLength(1);
    expect([...tab.held]).toEqual(['enquiry-1']);
    call.resolve();
    await sending;
    await expect.poll(() => [...tab.held]).toEqual([]);
  });
});

describe('the next try of the outbox', () => {
  it('the outbox plans no retry before it has sent anything or once everything is delivered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: Delivery[] = [noResponse];
    const server = fakeServer(() => answers.shift() ?? delivered);
    const world = openDevice(server);
    const tab = world.openTab();
    expect(tab.nextTry).toBeNull();
    await tab.submit(addCourse(1), 'asha');
    expect(tab.nextTry).toBe(world.device.now + 2000);
    await tab.drain();
    expect(tab.nextTry).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(2);
  });

  it('the outbox waits for its own retry delay if the server asks for a shorter pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fault: RowFault = { code: 'UNAVAILABLE', message: 'Busy', isFinal: false };
    const busy: Delivery = { kind: 'unanswered', isFromServer: true, retryAfterMs: 1, fault };
    const world = openDevice(fakeServer(() => busy));
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    expect(tab.nextTry).toBe(world.device.now + 2000);
    await tab.drain();
    expect(tab.nextTry).toBe(world.device.now + 2000);
  });

  it('a retry pause after a missing response does not prevent another tab from sending at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: Delivery[] = [noResponse];
    const server = fakeServer(() => answers.shift() ?? delivered);
    const world = openDevice(server);
    const [tab, other] = [world.openTab(), world.openTab()];
    const notices = noticesOf(other);
    await tab.submit(addCourse(1), 'asha');
    await vi.waitFor(() => expect(notices).toContainEqual({ type: 'paused', pause: 2000 }));
    await other.drain();
    expect(server.calls).toHaveLength(2);
  });

  it('when the server asks one tab to pause, the other tabs also send nothing until the pause has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.receive({ type: 'paused', pause: 20_000, isAskedFor: true });
    world.device.now += 19_999;
    await tab.drain();
    expect(server.calls).toEqual([]);
    world.device.now += 1;
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('the outbox postpones its retry when another tab reports a longer pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.receive({ type: 'paused', pause: 2000 });
    await tab.receive({ type: 'paused', pause: 60_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    await settled(20);
    expect(server.calls).toEqual([]);
  });

  it('a tab takes over a retry that another tab has planned only when the retry is 1.5 seconds overdue', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: Delivery[] = [noResponse];
    const server = fakeServer(() => answers.shift() ?? delivered);
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    world.closeTabs();
    const other = world.openTab();
    await other.receive({ type: 'paused', pause: 2000 });
    expect(other.nextTry).toBe(world.device.now + 2000);
    await vi.advanceTimersByTimeAsync(3499);
    expect(server.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(server.calls).toHaveLength(2));
  });

  it('a tab plans no retry when another tab reports that the student’s changes wait for a sign-in', async () => {
    const tab = openDevice(fakeServer()).openTab();
    await tab.receive({ type: 'paused', pause: null });
    expect(tab.nextTry).toBeNull();
  });

  it('if the browser cannot read the outbox’s stored changes, the outbox tries again after a minute to read and send them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isBlocked = true;
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    await world.openTab().submit(addCourse(1), 'asha');
    const tab = world.openTab((change, options) => (isBlocked ? refuseStorage() : world.storage(change, options)));
    await tab.drain();
    expect(tab.nextTry).toBe(world.device.now + 60_000);
    isBlocked = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(server.calls).toEqual(['add-1-10']));
  });

  it('while the outbox waits for a planned retry, drain sends the change at once, but drainIfIdle sends nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = fakeServer(() => noResponse);
    const tab = openDevice(server).openTab();
    await tab.submit(addCourse(1), 'asha');
    await tab.drainIfIdle();
    expect(server.calls).toHaveLength(1);
    await tab.drain();
    expect(server.calls).toHaveLength(2);
  });

  it('drainIfIdle sends the waiting changes of the outbox, but does nothing while a change is already being sent', async () => {
    const { server, answer } = slowServer();
    const world = openDevice(server);
    world.device.isOffline = true;
    const tab = world.openTab();
    await tab.submit(addCourse(1), 'asha');
    const draining = tab.drainIfIdle();
    await expect.poll(() => server.calls).toHaveLength(1);
    await tab.drainIfIdle();
    answer(noResponse);
    await draining;
    expect(server.calls).toHaveLength(1);
    world.closeTabs();
  });
});

it('when the outbox resumes sending, it notifies the other tabs of a sign-in only if a student is signed in', async () => {
  const visitor = openDevice(fakeServer(), null);
  const heardOfVisitor = noticesOf(visitor.openTab());
  await visitor.openTab().resume();
  const student = openDevice(fakeServer());
  const heardOfStudent = noticesOf(student.openTab());
  await student.openTab().resume();
  await expect.poll(() => heardOfStudent).toContainEqual({ type: 'signedIn' });
  await expect.poll(() => heardOfVisitor).toEqual([{ type: 'changed' }]);
});
