import type { OutboxRow } from '../../../../src/offline/outbox-row.ts';
import type { Sent } from '../../../../src/offline/outbox-sending.ts';
import type { ChangeRows } from '../../../../src/offline/outbox-store.ts';
import type { Device } from './device.ts';
import type { Tab } from './tab.ts';

/** Ways to break the outbox, each of which the model has to notice. `none`: as it is. */
export const sabotages = [
  'none',
  'a key of its own for each try',
  'rows deleted before they are delivered',
  'rows sent as whoever is signed in',
] as const;
export type Sabotage = (typeof sabotages)[number];

let active: Sabotage = 'none';

function forget(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state !== 'sending');
}

export const sabotage = {
  begin(way: Sabotage): void {
    active = way;
  },
  /** What is sent in a row's place. */
  sending(row: Sent, device: Device): Sent {
    if (active !== 'a key of its own for each try') return row;
    const key = device.newKey();
    device.titles.set(key, device.titles.get(row.key) ?? '');
    return { ...row, key };
  },
  storing(change: ChangeRows, _tab: Tab): ChangeRows {
    return async (rule) => {
      const found = await change(rule);
      if (active === 'rows deleted before they are delivered' && 'row' in found && found.row)
        await change((rows) => ({ rows: forget(rows) }));
      if (active === 'rows sent as whoever is signed in')
        await change((rows) => ({
          rows: rows.map((row) => (row.user ? { ...row, user: _tab.subject.student ?? row.user } : row)),
        }));
      return found;
    };
  },
};
