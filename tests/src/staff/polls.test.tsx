import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { type Api, ApiError } from '../../../src/lib/api.ts';
import { calendarQueries } from '../../../src/staff/calendar/calendar.queries.ts';
import { rosterQueries } from '../../../src/staff/rosters/roster.queries.ts';
import { savedRosters } from '../../../src/staff/saved/saved-rosters.ts';
import { roster, student } from './rosters/roster-fixture.ts';

const [second, minute] = [1000, 60_000];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts to observe a query as a page does. `respond` gets the number of the call. Returns the calls. */
function observe(
  observer: (client: QueryClient) => { subscribe: (listener: () => void) => () => void },
  respond: (number: number) => unknown,
) {
  const calls = vi.fn(async () => respond(calls.mock.calls.length));
  onTestFinished(observer(createQueryClient({ call: calls } as unknown as Api)).subscribe(() => {}));
  return calls;
}
const busy = (retryAfterMs: number, kind: 'broken' | 'offline' = 'broken') => {
  throw new ApiError(kind, 'busy', kind === 'offline' ? 0 : 503, { retryAfterMs });
};

it('the page requests the progress of the emails about a moved batch every two seconds, but not before the time in Retry-After', async () => {
  const calls = observe(
    (client) => new QueryObserver(client, calendarQueries.run(3)),
    (number) => (number === 2 ? busy(minute) : { data: { by_state: { queued: 1 } } }),
  );
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(calls).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(minute - second);
  expect(calls).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(second);
  expect(calls).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(calls).toHaveBeenCalledTimes(4);
});

it.each([
  [
    'the list of rosters',
    (client: QueryClient) => new QueryObserver(client, rosterQueries.list({ from: '2030-01-01', until: '2030-01-31' })),
  ],
  ['a roster', (client: QueryClient) => new QueryObserver(client, rosterQueries.one(7))],
])(
  'while %s from the device is shown because the server is not available, the next request waits for the time in Retry-After',
  async (_, observer) => {
    const saved = { savedAt: 1, roster: roster(student(1, 'Asha Nair')) };
    vi.spyOn(savedRosters, 'readAll').mockResolvedValue([saved]);
    vi.spyOn(savedRosters, 'read').mockResolvedValue(saved);
    const calls = observe(observer, (number) => busy(number === 1 ? 2 * minute : 0, 'offline'));
    await vi.advanceTimersByTimeAsync(2 * minute - second);
    expect(calls).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(second);
    expect(calls).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(calls).toHaveBeenCalledTimes(3);
  },
);
