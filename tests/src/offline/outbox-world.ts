import { Outbox } from '../../../src/offline/outbox.ts';
import type { OutboxNotice } from '../../../src/offline/outbox-notice.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox-row.ts';
import type { Delivery } from '../../../src/offline/outbox-rules.ts';
import { openOutboxStore } from '../../../src/offline/outbox-store.ts';

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

export const noAnswer: Delivery = {
  kind: 'unanswered',
  fault: { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false },
  isOurs: false,
};
export const full: Delivery = {
  kind: 'refused',
  fault: { code: 'BATCH_FULL', message: 'No seats are left in this batch.', isFinal: true },
};

/** A server that keeps what arrived by idempotency key, in order; `answer` decides how each call ends. */
export function fakeServer(answer: (key: string) => Delivery | Promise<Delivery> = () => ({ kind: 'delivered' })) {
  const calls: string[] = [];
  return {
    calls,
    effects: () => [...new Set(calls)],
    async deliver({ key }: { key: string }): Promise<Delivery> {
      calls.push(key);
      return answer(key);
    },
  };
}

let worlds = 0;

/** One device with any number of tabs: one database, one lock, one channel. */
export function openDevice(server: ReturnType<typeof fakeServer>, student: string | null = 'asha') {
  worlds += 1;
  const name = `device-${worlds}`;
  const device = { student, isCut: false, keys: 0 };
  const tabs: Outbox[] = [];
  const storage = openOutboxStore(name);
  function openTab(change = storage): Outbox {
    const tab = new Outbox({
      change,
      deliver: (row) => server.deliver(row),
      exclusively: (work) => navigator.locks.request(name, work),
      student: () => device.student,
      isCut: () => device.isCut,
      broadcast: (notice: OutboxNotice) => {
        for (const other of tabs) if (other !== tab) void other.hear(notice);
      },
      newKey: () => `new-key-${++device.keys}`,
      now: () => 1_700_000_000_000,
      random: () => 1,
      after(pause, work) {
        const timer = setTimeout(work, pause);
        return () => clearTimeout(timer);
      },
    });
    tabs.push(tab);
    return tab;
  }
  const rows = async (): Promise<OutboxRow[]> => (await storage((found) => ({ rows: found }))).rows;
  return { device, openTab, rows, storage, name };
}
