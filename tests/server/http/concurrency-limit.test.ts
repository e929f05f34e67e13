import { expect, it } from 'vitest';
import { createConcurrencyLimit, createKeyedQueue } from '../../../server/http/concurrency-limit.ts';

it('a concurrency limit of two runs at most two tasks at once, starts waiting tasks in order and continues after a failure', async () => {
  const limit = createConcurrencyLimit(2);
  const order: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const work = (name: string) =>
    limit.run(async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (name === 'b') throw new Error('b fails');
      return name;
    });
  expect(limit.waiting).toBe(0);
  const working = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(work));
  expect(limit.waiting).toBe(3);
  const outcomes = await working;
  expect(limit.waiting).toBe(0);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect([maxRunning, order.join('')]).toEqual([2, 'abcde']);
  await Promise.all(['f', 'g'].map(work));
  expect(maxRunning).toBe(2);
});

it('a keyed queue runs the tasks of each key one after the other, and the tasks of different keys at the same time', async () => {
  const run = createKeyedQueue();
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = run('asha', async () => {
    await held;
    done.push('first');
    throw new Error('refused');
  });
  const second = run('asha', async () => done.push('second'));
  await run('dev', async () => done.push('other'));
  release();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});

it('in a keyed queue, the third task of a key waits for the second task, even if the first has finished', async () => {
  const run = createKeyedQueue();
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = run('asha', async () => done.push('first'));
  const second = run('asha', async () => {
    await held.promise;
    done.push('second');
  });
  await first;
  const third = run('asha', async () => done.push('third'));
  await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  await Promise.all([second, third]);
  expect(done).toEqual(['first', 'second', 'third']);
});
