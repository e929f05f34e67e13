import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';

afterEach(() => focusManager.setFocused(undefined));

describe('a query that fails', () => {
  it.each<[string, Answered, number]>([
    ['twice after no answer', 'no answer', 2],
    ['twice after 500', refusal(500, 'BROKEN'), 2],
    ['twice after 503', refusal(503, 'DOWN'), 2],
    ['once after 404', refusal(404, 'GONE'), 1],
    ['once after 499', refusal(499, 'LEFT'), 1],
  ])('a failed query is sent %s', async (_, answer, times) => {
    const { api, sent } = answeringApi({ 'GET /api/cms/footer': answer });
    const asking = createQueryClient(api).fetchQuery({ ...contentQueries.footer(), retryDelay: 0 });
    await expect(asking).rejects.toThrow();
    expect(sent).toHaveLength(times);
  });
});

it('a query is not refetched when the window regains focus', async () => {
  const client = createQueryClient(answeringApi({}).api);
  client.mount();
  const fetchOnce = vi.fn(async () => 'shown');
  const fetchOnFocus = vi.fn(async () => 'shown');
  const shown = [
    new QueryObserver(client, { queryKey: ['as all'], queryFn: fetchOnce }),
    new QueryObserver(client, { queryKey: ['on focus'], queryFn: fetchOnFocus, refetchOnWindowFocus: true }),
  ];
  const leaves = shown.map((observer) => observer.subscribe(() => {}));
  await expect.poll(() => shown.every((observer) => observer.getCurrentResult().isSuccess)).toBe(true);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  // The refetch of the second query proves that the focus event was handled.
  await expect.poll(() => fetchOnFocus.mock.calls.length).toBe(2);
  expect(fetchOnce).toHaveBeenCalledTimes(1);
  for (const leave of leaves) leave();
  client.unmount();
});
