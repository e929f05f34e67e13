import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import { countUnsent } from '../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { addCourse, fakeServer, fillDevice, openDevice } from './fake-device.ts';

const statesOf = (tab: Pick<Outbox, 'rows'>) => tab.rows.map(({ key, state }) => [key, state]);
const delivered = [['add-1-10', 'delivered']];

/** The keys of the changes that the tab reports as delivered from now on. */
function deliveredIn(tab: Outbox): string[] {
  const keys: string[] = [];
  tab.subscribe((notice: OutboxNotice) => {
    if (notice.type === 'delivered') keys.push(notice.key);
  });
  return keys;
}

it('in each tab, a delivered addition to the cart stays in the outbox until that tab has loaded the cart', async () => {
  const world = openDevice(fakeServer());
  const [sender, other] = [world.openTab(), world.openTab()];
  await sender.submit(addCourse(1), 'asha');
  await vi.waitFor(() => expect(statesOf(other)).toEqual(delivered));
  expect(statesOf(sender)).toEqual(delivered);
  await sender.forgetDelivered(['add-1-10']);
  await other.refresh();
  expect(statesOf(sender)).toEqual([]);
  expect(statesOf(other)).toEqual(delivered);
  await other.forgetDelivered(['add-1-10']);
  expect(statesOf(other)).toEqual([]);
});

it('a suspended tab still shows an addition to the cart that another tab has delivered and deleted from the outbox', async () => {
  const world = openDevice(fakeServer());
  world.device.isOffline = true;
  const [sender, suspended] = [world.openTab(), world.openTab()];
  await sender.submit(addCourse(1), 'asha');
  await vi.waitFor(() => expect(statesOf(suspended)).toEqual([['add-1-10', 'waiting']]));
  const wake = vi.spyOn(suspended, 'receive').mockResolvedValue();
  world.device.isOffline = false;
  await sender.drain();
  await sender.forgetDelivered(['add-1-10']);
  wake.mockRestore();
  await suspended.receive({ type: 'delivered', key: 'add-1-10' });
  expect(statesOf(suspended)).toEqual(delivered);
});

it('the outbox does not report a pause in sending while it still contains additions to the cart that were delivered', async () => {
  const world = openDevice(fakeServer());
  const tab = world.openTab();
  const notices: OutboxNotice[] = [];
  tab.subscribe((notice) => notices.push(notice));
  await tab.submit(addCourse(1), 'asha');
  await tab.submit(addCourse(2), 'asha');
  expect(notices.map(({ type }) => type)).not.toContain('paused');
  expect(notices.map(({ type }) => type)).toContain('delivered');
});

it('after a reload, the outbox does not send a delivered addition again, but reports it again, so that the page loads the cart', async () => {
  const server = fakeServer();
  const world = openDevice(server);
  await world.openTab().submit(addCourse(1), 'asha');
  world.closeTabs();
  const tab = world.openTab();
  const keys = deliveredIn(tab);
  await tab.resume();
  expect(statesOf(tab)).toEqual(delivered);
  expect(keys).toEqual(['add-1-10']);
  expect(server.calls).toEqual(['add-1-10']);
  await tab.forgetDelivered(['add-1-10']);
  world.closeTabs();
  const next = world.openTab();
  await next.resume();
  expect(statesOf(next)).toEqual([]);
});

it('a delivered addition to the cart does not count as unsent before a sign-out, and the sign-out deletes it from the outbox', async () => {
  const world = openDevice(fakeServer());
  const tab = world.openTab();
  await tab.submit(addCourse(1), 'asha');
  expect(countUnsent(tab.rows, 'asha')).toBe(0);
  world.device.student = null;
  await tab.discardAll('asha');
  expect(tab.rows).toEqual([]);
  expect((await world.storage((rows) => ({ rows }))).rows).toEqual([]);
});

it('on a full device, a delivered addition to the cart is deleted from storage, and the tab keeps it until the cart is loaded', async () => {
  const server = fakeServer();
  const world = openDevice(server);
  world.device.isOffline = true;
  const tab = world.openTab();
  await tab.submit(addCourse(1), 'asha');
  const freeSpace = fillDevice();
  world.device.isOffline = false;
  await tab.drain();
  await tab.refresh();
  expect(statesOf(tab)).toEqual(delivered);
  const later = openOutboxStore(world.name);
  expect((await later((rows) => ({ rows }))).rows).toEqual([]);
  freeSpace();
  await tab.forgetDelivered(['add-1-10']);
  expect(statesOf(tab)).toEqual([]);
  expect((await later((rows) => ({ rows }))).rows).toEqual([]);
});

it('an addition to the cart that was delivered without being stored stays in the outbox of its tab', async () => {
  const world = openDevice(fakeServer());
  const tab = world.openTab((change, options) =>
    options?.mustStore ? Promise.reject(new DOMException('Full', 'QuotaExceededError')) : world.storage(change),
  );
  await tab.submit(addCourse(1), 'asha');
  await tab.refresh();
  expect(statesOf(tab)).toEqual(delivered);
});
