import { afterEach, describe, expect, it, vi } from 'vitest';
import { BatchQueue, type BatchQueueOptions } from '../../../../server/db/transactions/batch-queue.ts';

type Batch = { requests: readonly number[]; end: () => void; fail: (error: unknown) => void };

/** Creates a batch queue that doubles numbers. Each batch ends when the test calls its `end` or `fail`. */
function createQueue(options: Partial<BatchQueueOptions<number, number>> = {}) {
  const batches: Batch[] = [];
  const queue = new BatchQueue<number, number>({
    concurrency: 1,
    maxBatchSize: 10,
    run: (requests) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(requests.map((request) => ({ result: request * 2 })));
        batches.push({ requests, end, fail: reject });
      }),
    ...options,
  });
  return { queue, batches };
}

/** Waits until everything that `setImmediate` has scheduled so far has run. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

afterEach(() => void vi.useRealTimers());

describe('a batch queue', () => {
  it('a batch queue runs requests that arrive together in one batch and gives each request its own result', async () => {
    const { queue, batches } = createQueue();
    const results = Promise.all([queue.add(1), queue.add(2), queue.add(3)]);
    await turn();
    expect(batches.map((batch) => batch.requests)).toEqual([[1, 2, 3]]);
    batches[0]?.end();
    expect(await results).toEqual([2, 4, 6]);
  });

  it('a batch queue collects the requests that arrive during a running batch and runs them in the next batch', async () => {
    const { queue, batches } = createQueue();
    const first = queue.add(1);
    await turn();
    const others = [queue.add(2), queue.add(3)];
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]?.end();
    await first;
    await turn();
    expect(batches[1]?.requests).toEqual([2, 3]);
    batches[1]?.end();
    expect(await Promise.all(others)).toEqual([4, 6]);
  });

  it('a batch queue never puts more requests into a batch than maxBatchSize', async () => {
    const { queue, batches } = createQueue({ maxBatchSize: 2 });
    const results = Promise.all([1, 2, 3].map((request) => queue.add(request)));
    await turn();
    batches[0]?.end();
    await turn();
    batches[1]?.end();
    expect(await results).toEqual([2, 4, 6]);
    expect(batches.map((batch) => batch.requests)).toEqual([[1, 2], [3]]);
  });

  it('a batch queue never runs two requests with the same key at once', async () => {
    const { queue, batches } = createQueue({ concurrency: 2, maxWaitMs: 0, keyOf: (request) => String(request % 10) });
    const results = Promise.all([1, 11, 2].map((request) => queue.add(request)));
    await turn();
    await turn();
    expect(batches.map((batch) => batch.requests)).toEqual([[1, 2]]);
    batches[0]?.end();
    await turn();
    expect(batches[1]?.requests).toEqual([11]);
    batches[1]?.end();
    expect(await results).toEqual([2, 22, 4]);
  });

  it('a batch queue rejects only the request that failed and resolves the other requests of the batch', async () => {
    const { queue } = createQueue({
      run: async (requests) =>
        requests.map((request) => (request === 2 ? { error: new Error('two') } : { result: request })),
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((request) => queue.add(request)));
    expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }]);
    expect(two).toMatchObject({ reason: new Error('two') });
  });

  it('if a whole batch throws, a batch queue runs each request of the batch again separately', async () => {
    const runs: number[][] = [];
    const { queue } = createQueue({
      run: async (requests) => {
        runs.push([...requests]);
        if (requests.includes(2)) throw new Error('two');
        return requests.map((result) => ({ result }));
      },
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((request) => queue.add(request)));
    expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }]);
    expect(two).toMatchObject({ reason: new Error('two') });
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('a batch queue rejects a request if the batch returns no outcome for it', async () => {
    const { queue } = createQueue({ run: async () => [] });
    await expect(queue.add(1)).rejects.toThrow('no outcome');
  });

  it('a batch queue starts a second batch beside a running batch once a request has waited for maxWaitMs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { queue, batches } = createQueue({ concurrency: 2, maxWaitMs: 100 });
    void queue.add(1);
    await turn();
    const second = queue.add(2);
    await turn();
    vi.advanceTimersByTime(99);
    expect(batches).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(batches[1]?.requests).toEqual([2]);
    batches[1]?.end();
    expect(await second).toBe(4);
  });
});
