import { vi } from 'vitest';
import type { OutboxNotice } from '../../../../src/offline/outbox/notice.ts';
import { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import {
  isDeliveredAdd,
  type OutboxAction,
  type OutboxForm,
  type OutboxRow,
} from '../../../../src/offline/outbox/row.ts';
import type { Delivery } from '../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../src/offline/outbox/store.ts';
import { withLock } from '../../../../src/offline/with-lock.ts';

export const addCourse = (course: number, batch = course * 10): OutboxAction => ({
  key: `add-${course}-${batch}`,
  kind: 'cart.add',
  payload: { type: 'course', course_id: course, batch_id: batch },
  title: `Add course ${course}`,
  quotedPrice: 4500,
});

export const removeCourse = (course: number): OutboxAction => ({
  key: `remove-${course}`,
  kind: 'cart.remove',
  payload: { item_type: 'course', course_id: course },
  title: `Remove course ${course}`,
  quotedPrice: null,
});

export const enquiry: OutboxForm = {
  key: 'enquiry-1',
  kind: 'contact.send',
  user: null,
  title: 'Enquiry (fees)',
  payload: { name: 'Nila Thomas', email: 'nila@example.com', phone: '', subject: 'fees', message: 'In parts?' },
};

export const noResponse: Delivery = {
  kind: 'unanswered',
  fault: { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false },
  isFromServer: false,
};
export const full: Delivery = {
  kind: 'refused',
  fault: { code: 'BATCH_FULL', message: 'No seats are left in this batch.', isFinal: true },
};

/**
 * A fake server. `calls` lists the idempotency keys of all calls, oldest first; `answer` decides how each call ends.
 */
export function fakeServer(answer: (key: string) => Delivery | Promise<Delivery> = () => ({ kind: 'delivered' })) {
  const calls: string[] = [];
  return {
    calls,
    async deliver({ key }: { key: string }): Promise<Delivery> {
      calls.push(key);
      return answer(key);
    },
  };
}

/** Fills the device, so that the browser's storage refuses to write. Returns a function that frees space again. */
export function fillDevice(): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  return () => put.mockRestore();
}

let devices = 0;

/** Opens a simulated device with any number of tabs, which share a database, a lock and a message channel. */
export function openDevice(server: ReturnType<typeof fakeServer>, student: string | null = 'asha') {
  devices += 1;
  const name = `device-${devices}`;
  const device = { student, isOffline: false, keys: 0, now: 1_700_000_000_000 };
  const tabs: Outbox[] = [];
  const timers: (() => void)[] = [];
  const storage = openOutboxStore(name);
  function openTab(change = storage, { deliver } = server): Outbox {
    const tab = new Outbox({
      change,
      deliver,
      withLock: (work) => withLock(name, work),
      student: () => device.student,
      isOffline: () => device.isOffline,
      broadcast: (notice: OutboxNotice) => {
        for (const other of tabs) if (other !== tab) void other.receive(notice);
      },
      newKey: () => `new-key-${++device.keys}`,
      now: () => device.now,
      random: () => 1,
      after(pause, work) {
        const timer = setTimeout(work, pause);
        const cancel = () => clearTimeout(timer);
        timers.push(cancel);
        return cancel;
      },
    });
    tabs.push(tab);
    return tab;
  }
  /** Closes all tabs of the device and cancels their timers. */
  function closeTabs(): void {
    for (const cancel of timers.splice(0)) cancel();
    tabs.length = 0;
  }
  /** The stored rows, without delivered additions: those stay until a tab has loaded the cart. */
  const rows = async (): Promise<OutboxRow[]> =>
    (await storage((found) => ({ rows: found }))).rows.filter((row) => !isDeliveredAdd(row));
  return { device, openTab, closeTabs, rows, storage, name };
}
