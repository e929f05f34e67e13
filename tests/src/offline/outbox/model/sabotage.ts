import type { OutboxRow } from '../../../../../src/offline/outbox/row.ts';
import type { OutgoingRow } from '../../../../../src/offline/outbox/sender.ts';
import type { ChangeRows } from '../../../../../src/offline/outbox/store.ts';
import type { Device } from './device.ts';
import type { Tab } from './tab.ts';

/**
 * Faults that a test plants in the outbox, to prove that the test with random sequences of events detects each of them.
 * `none`: no fault.
 */
export const sabotages = [
  'none',
  'a new key for each attempt',
  'rows deleted before delivery',
  'rows sent as the signed-in student',
] as const;
export type Sabotage = (typeof sabotages)[number];

let active: Sabotage = 'none';

function forget(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state !== 'sending');
}

export const sabotage = {
  begin(planted: Sabotage): void {
    active = planted;
  },
  /**
   * Returns the outbox row to send. With the fault `a new key for each attempt`, this is a copy with a new idempotency
   * key.
   */
  sending(row: OutgoingRow, device: Device): OutgoingRow {
    if (active !== 'a new key for each attempt') return row;
    const key = device.newKey();
    device.titles.set(key, device.titles.get(row.key) ?? '');
    return { ...row, key };
  },
  storing(change: ChangeRows, tab: Tab): ChangeRows {
    return async (rule, options) => {
      const found = await change(rule, options);
      if (active === 'rows deleted before delivery' && 'row' in found && found.row)
        await change((rows) => ({ rows: forget(rows) }));
      if (active === 'rows sent as the signed-in student')
        await change((rows) => ({
          rows: rows.map((row) => (row.user ? { ...row, user: tab.subject.student ?? row.user } : row)),
        }));
      return found;
    };
  },
};
