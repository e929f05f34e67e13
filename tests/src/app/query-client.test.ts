import { focusManager, type MutationCache, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { ApiError } from '../../../src/lib/api.ts';
import { openToastRegion } from '../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, failureBody, refusal } from '../../support/answers.ts';

afterEach(() => focusManager.setFocused(undefined));

describe('a query that fails', () => {
  it.each<[string, Answered, number]>([
    ['twice when no response arrives', 'no answer', 2],
    ['twice when the response is 500', refusal(500, 'BROKEN'), 2],
    ['twice when the response is 503', refusal(503, 'UNAVAILABLE'), 2],
    ['only once when the response is 404', refusal(404, 'NOT_FOUND'), 1],
    ['only once when the response is 499', refusal(499, 'LEFT'), 1],
  ])('a failing query is sent %s', async (_, answer, times) => {
    const { api, sent } = answeringApi({ 'GET /api/cms/footer': answer });
    const asking = createQueryClient(api).fetchQuery({ ...contentQueries.footer(), retryDelay: 0 });
    await expect(asking).rejects.toThrow();
    expect(sent).toHaveLength(times);
  });
});

describe('a query whose server asks for a pause', () => {
  afterEach(() => void vi.useRealTimers());

  const busy = (retryAfter: string, status = 503): Answered => ({
    status,
    body: failureBody(status, status === 503 ? 'UNAVAILABLE' : 'RATE_LIMITED', 'Please try again.'),
    headers: { 'retry-after': retryAfter },
  });

  it.each([
    ['503', busy('7')],
    ['429', busy('7', 429)],
  ])('a query that receives %s is retried after the time in the Retry-After header', async (_, answer) => {
    vi.useFakeTimers();
    const { api, sent } = answeringApi({ 'GET /api/cms/footer': answer });
    const failure = createQueryClient(api)
      .fetchQuery(contentQueries.footer())
      .catch((error: Error) => error);
    await vi.advanceTimersByTimeAsync(6999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    expect(await failure).toBeInstanceOf(Error);
  });

  it('a query fails at once, without a retry, if the Retry-After header asks to wait ten minutes', async () => {
    const { api, sent } = answeringApi({ 'GET /api/cms/footer': busy('600') });
    await expect(createQueryClient(api).fetchQuery(contentQueries.footer())).rejects.toThrow();
    expect(sent).toHaveLength(1);
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

describe('what a mutation declares in its meta', () => {
  /**
   * Runs a mutation on a client that has cached the query `list`. Returns the toasts shown, how often `list` was
   * fetched, and whether it is marked as outdated.
   */
  async function mutate(options: Parameters<MutationCache['build']>[1]) {
    const client = createQueryClient(answeringApi({}).api);
    const toasts: string[] = [];
    const close = openToastRegion({ show: ({ tone, message }) => void toasts.push(`${tone}: ${message}`) });
    const fetchList = vi.fn(async () => 'list');
    const list = new QueryObserver(client, { queryKey: ['list'], queryFn: fetchList, staleTime: 60_000 });
    const leave = list.subscribe(() => {});
    await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
    const mutation = client.getMutationCache().build(client, options);
    const fetchedWhenSettled = await mutation.execute(undefined).then(
      () => fetchList.mock.calls.length,
      () => fetchList.mock.calls.length,
    );
    await expect.poll(() => client.isFetching()).toBe(0);
    const isOutdated = client.getQueryState(['list'])?.isInvalidated;
    leave();
    close();
    return { toasts, fetchedWhenSettled, fetched: fetchList.mock.calls.length, isOutdated };
  }
  const succeed = async () => 'done';
  const fail = async () => Promise.reject(new Error('refused'));

  it.each(['invalidates', 'awaits'] as const)(
    'a successful mutation refetches the queries listed in its meta field “%s”',
    async (name) => {
      const { fetched } = await mutate({ mutationFn: succeed, meta: { [name]: [['list']] } });
      expect(fetched).toBe(2);
    },
  );

  it('a mutation stays pending until the queries listed in its meta.awaits have been refetched', async () => {
    const onSettled = vi.fn();
    const { fetchedWhenSettled } = await mutate({ mutationFn: succeed, onSettled, meta: { awaits: [['list']] } });
    expect(fetchedWhenSettled).toBe(2);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it('a failed mutation refetches no queries', async () => {
    const meta = { invalidates: [['list']], awaits: [['list']] };
    expect(await mutate({ mutationFn: fail, meta })).toMatchObject({ fetched: 1 });
  });

  it.each(['invalidates', 'awaits'])(
    'a mutation whose response was lost marks the queries listed in its meta field “%s” as outdated without refetching them',
    async (name) => {
      const lose = async () => Promise.reject(new ApiError('offline', 'No response from server'));
      const lost = await mutate({ mutationFn: lose, meta: { [name]: [['list']] } });
      expect(lost).toMatchObject({ fetched: 1, isOutdated: true });
      const refused = await mutate({ mutationFn: fail, meta: { [name]: [['list']] } });
      expect(refused).toMatchObject({ isOutdated: false });
    },
  );

  it('a mutation shows its success toast when it succeeds and its error toast when it fails', async () => {
    const meta = { successToast: 'Saved', errorToast: 'Not saved' };
    expect((await mutate({ mutationFn: succeed, meta })).toasts).toEqual(['success: Saved']);
    expect((await mutate({ mutationFn: fail, meta })).toasts).toEqual(['error: Not saved']);
    expect((await mutate({ mutationFn: fail })).toasts).toEqual([]);
  });
});
