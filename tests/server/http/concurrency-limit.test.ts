import { expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../server/http/concurrency-limit.ts';

it('a concurrency limit of two runs two tasks at once and the others in order, even after one fails', async () => {
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
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(work));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect([maxRunning, order.join('')]).toEqual([2, 'abcde']);
});
