import type { WaitingEntry } from '../../../../contract/waiting-lists.ts';

/** A waiting list entry for a fire fighting batch. */
export function waitingEntry(change: Partial<WaitingEntry> = {}): WaitingEntry {
  return {
    id: 1,
    type: 'course',
    item_id: 408,
    name: 'Fire Fighting',
    batches: [
      {
        course_id: 408,
        course_name: 'Fire Fighting',
        batch_id: 4081,
        start_date: '2026-12-01',
        end_date: '2026-12-06',
      },
    ],
    state: 'waiting',
    place: 2,
    offer_until: null,
    is_ordered: false,
    end_reason: null,
    created_at: '2026-11-01T06:30:00.000Z',
    ...change,
  };
}
