import { afterEach, describe, expect, it, vi } from 'vitest';
import { Joiner, type JoinerOptions } from '../../../server/db/joiner.ts';

type Run = { asks: readonly number[]; end: () => void; fail: (error: unknown) => void };

/** A joiner of numbers whose runs end when a test says; an ask is answered with its double. */
function openJoiner(options: Partial<JoinerOptions<number, number>> = {}) {
  const runs: Run[] = [];
  const joiner = new Joiner<number, number>({
    lanes: 1,
    atMost: 10,
    run: (asks) =>
      new Promise((resolve, reject) => {
        runs.push({ asks, end: () => resolve(asks.map((ask) => ({ answer: ask * 2 }))), fail: reject });
      }),
    ...options,
  });
  return { joiner, runs };
}

/** What was put off until after the events at hand has happened. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

afterEach(() => void vi.useRealTimers());

describe('asks that come together', () => {
  it('are run together, and each gets its own answer', async () => {
    const { joiner, runs } = openJoiner();
    const answers = Promise.all([joiner.ask(1), joiner.ask(2), joiner.ask(3)]);
    await turn();
    expect(runs.map((run) => run.asks)).toEqual([[1, 2, 3]]);
    runs[0]?.end();
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('wait while a run is at work, and are the next one', async () => {
    const { joiner, runs } = openJoiner();
    const first = joiner.ask(1);
    await turn();
    const others = [joiner.ask(2), joiner.ask(3)];
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await first;
    await turn();
    expect(runs[1]?.asks).toEqual([2, 3]);
    runs[1]?.end();
    expect(await Promise.all(others)).toEqual([4, 6]);
  });

  it('are no more than a run may take', async () => {
    const { joiner, runs } = openJoiner({ atMost: 2 });
    const answers = Promise.all([1, 2, 3].map((ask) => joiner.ask(ask)));
    await turn();
    runs[0]?.end();
    await turn();
    runs[1]?.end();
    expect(await answers).toEqual([2, 4, 6]);
    expect(runs.map((run) => run.asks)).toEqual([[1, 2], [3]]);
  });

  it('of one key are never at work at once', async () => {
    const { joiner, runs } = openJoiner({ lanes: 2, patienceMs: 0, keyOf: (ask) => String(ask % 10) });
    const answers = Promise.all([1, 11, 2].map((ask) => joiner.ask(ask)));
    await turn();
    await turn();
    expect(runs.map((run) => run.asks)).toEqual([[1, 2]]);
    runs[0]?.end();
    await turn();
    expect(runs[1]?.asks).toEqual([11]);
    runs[1]?.end();
    expect(await answers).toEqual([2, 22, 4]);
  });
});

describe('a failure', () => {
  it('of one ask leaves the others their answers', async () => {
    const { joiner } = openJoiner({
      run: async (asks) => asks.map((ask) => (ask === 2 ? { error: new Error('two') } : { answer: ask })),
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((ask) => joiner.ask(ask)));
    expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }]);
    expect(two).toMatchObject({ reason: new Error('two') });
  });

  it('of a whole run lets each be run by itself', async () => {
    const runs: number[][] = [];
    const { joiner } = openJoiner({
      run: async (asks) => {
        runs.push([...asks]);
        if (asks.includes(2)) throw new Error('two');
        return asks.map((answer) => ({ answer }));
      },
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((ask) => joiner.ask(ask)));
    expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }]);
    expect(two).toMatchObject({ reason: new Error('two') });
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('is an answer that a run forgot', async () => {
    const { joiner } = openJoiner({ run: async () => [] });
    await expect(joiner.ask(1)).rejects.toThrow('no outcome');
  });
});

it('opens a second lane once an ask has waited too long for the first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { joiner, runs } = openJoiner({ lanes: 2, patienceMs: 100 });
  void joiner.ask(1);
  await turn();
  const second = joiner.ask(2);
  await turn();
  vi.advanceTimersByTime(99);
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(runs[1]?.asks).toEqual([2]);
  runs[1]?.end();
  expect(await second).toBe(4);
});
