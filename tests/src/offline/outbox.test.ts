import 'fake-indexeddb/auto';
import { createStore } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import { addCourse, fakeServer, full, noAnswer, openDevice, removeCourse } from './outbox-world.ts';

describe('the outbox', () => {
  it('stores an action before it sends it', async () => {
    const seen: number[] = [];
    const server = fakeServer(async () => {
      seen.push((await world.rows()).length);
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    expect(await world.openTab().submit(addCourse(1))).toEqual({ kind: 'delivered' });
    expect(seen).toEqual([1]);
    expect(await world.rows()).toEqual([]);
  });

  it('keeps an action made without a connection, and a later visit sends it once', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isCut = true;
    expect(await world.openTab().submit(addCourse(1))).toEqual({ kind: 'queued', key: 'add-1-10' });
    expect(server.calls).toEqual([]);
    world.device.isCut = false;
    await world.openTab().resume();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('sends in the order of the taps, whichever tab they came from', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isCut = true;
    const [one, two] = [world.openTab(), world.openTab()];
    await one.submit(addCourse(3));
    await two.submit(addCourse(1));
    await one.submit(addCourse(2));
    await Promise.all([one.drain(), two.drain()]);
    expect(server.calls).toEqual(['add-3-30', 'add-1-10', 'add-2-20']);
  });

  it('sends each action exactly once with five tabs at it', async () => {
    const server = fakeServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { kind: 'delivered' };
    });
    const world = openDevice(server);
    const tabs = Array.from({ length: 5 }, () => world.openTab());
    await Promise.all(tabs.flatMap((tab, at) => [tab.submit(addCourse(at + 1)), tab.drain()]));
    expect(server.calls.toSorted()).toEqual([1, 2, 3, 4, 5].map((id) => `add-${id}-${id}0`));
    expect(await world.rows()).toEqual([]);
  });

  it('repeats an unanswered action under the same key, then goes on', async () => {
    let tries = 0;
    const server = fakeServer((key) => (key === 'add-1-10' && ++tries < 3 ? noAnswer : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    await tab.submit(addCourse(2));
    await tab.drain();
    await tab.drain();
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'add-1-10', 'add-2-20']);
  });

  it('sends again by itself after a pause', async () => {
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noAnswer));
    const world = openDevice(server);
    const outcome = await world.openTab().submit(addCourse(1));
    expect(outcome.kind).toBe('queued');
    isBack = true;
    await vi.waitFor(() => expect(server.calls).toHaveLength(2), { timeout: 4000 });
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('sends again, under its key, what a closed tab was sending', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    world.device.isCut = true;
    await world.openTab().submit(addCourse(1));
    await world.storage((rows) => ({ rows: rows.map((row) => ({ ...row, state: 'sending' as const, attempts: 1 })) }));
    await world.openTab().resume();
    expect(server.calls).toEqual(['add-1-10']);
  });

  it('shows a refusal and sends what follows', async () => {
    const server = fakeServer((key) => (key === 'add-1-10' ? full : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    await tab.submit(addCourse(2));
    await tab.drain();
    expect(server.calls).toEqual(['add-1-10', 'add-2-20']);
    expect(await world.rows()).toMatchObject([
      { key: 'add-1-10', state: 'needsAttention', lastError: { message: 'No seats are left in this batch.' } },
    ]);
    expect(tab.rows).toHaveLength(1);
  });

  it('leaves a refusal that the student saw at once out of the list', async () => {
    const world = openDevice(fakeServer(() => full));
    expect(await world.openTab().submit(addCourse(1))).toMatchObject({
      kind: 'refused',
      fault: { code: 'BATCH_FULL' },
    });
    await vi.waitFor(async () => expect(await world.rows()).toEqual([]));
  });

  it('tries a refused action again under a new key', async () => {
    let isFull = true;
    const server = fakeServer(() => (isFull ? full : { kind: 'delivered' }));
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    await tab.drain();
    isFull = false;
    await tab.retry('add-1-10');
    expect(server.calls).toEqual(['add-1-10', 'new-key-1']);
    expect(await world.rows()).toEqual([]);
  });

  it('waits for the same student to sign in again', async () => {
    let isSignedIn = false;
    const server = fakeServer(() => (isSignedIn ? { kind: 'delivered' } : { kind: 'signedOut' }));
    const world = openDevice(server);
    const tab = world.openTab();
    expect(await tab.submit(addCourse(1))).toEqual({ kind: 'signedOut', key: 'add-1-10' });
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

  it('does not send what another student left', async () => {
    const server = fakeServer();
    const world = openDevice(server);
    const tab = world.openTab();
    world.device.isCut = true;
    await tab.submit(addCourse(1));
    world.device.student = 'dev';
    await tab.submit(addCourse(2));
    await tab.drain();
    expect(server.calls).toEqual(['add-2-20']);
    expect(await world.rows()).toMatchObject([{ user: 'asha', state: 'waiting' }]);
    await tab.discardAll('asha');
    expect(await world.rows()).toEqual([]);
  });

  it('sends at once, or says that nobody answered, where the browser stores nothing', async () => {
    const refuse = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    const online = openDevice(fakeServer());
    expect(await online.openTab(refuse).submit(addCourse(1))).toEqual({ kind: 'delivered' });
    const offline = openDevice(fakeServer(() => noAnswer));
    expect(await offline.openTab(refuse).submit(addCourse(1))).toMatchObject({ kind: 'unanswered' });
  });

  it('tells the student of a row that an earlier release wrote otherwise, and leaves a newer one alone', async () => {
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

  it('puts the removal of a course after its unanswered add', async () => {
    let isBack = false;
    const server = fakeServer(() => (isBack ? { kind: 'delivered' } : noAnswer));
    const world = openDevice(server);
    const tab = world.openTab();
    await tab.submit(addCourse(1));
    isBack = true;
    await tab.submit(removeCourse(1));
    expect(server.calls).toEqual(['add-1-10', 'add-1-10', 'remove-1']);
  });
});
