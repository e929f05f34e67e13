import { expect, it } from 'vitest';
import { batchState } from '../../../../server/booking/batches/batch-state.ts';

it.each([
  ['draft', 'closed', '2026-03-01', '2026-03-03', 'draft'],
  ['cancelled', 'closed', '2026-04-01', '2026-04-03', 'cancelled'],
  ['published', 'open', '2026-03-11', '2026-03-13', 'open'],
  ['published', 'closed', '2026-03-11', '2026-03-13', 'closed'],
  ['published', 'open', '2026-03-10', '2026-03-13', 'running'],
  ['published', 'open', '2026-03-01', '2026-03-10', 'running'],
  ['published', 'closed', '2026-03-01', '2026-03-09', 'done'],
] as const)(
  'a batch with publication %s and status %s that lasts from %s to %s is in the state %s on 10 March 2026',
  (publication, status, start_date, end_date, state) => {
    expect(batchState({ publication, status, start_date, end_date }, '2026-03-10')).toBe(state);
  },
);
