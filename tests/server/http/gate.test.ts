import { expect, it } from 'vitest';
import { openGate } from '../../../server/http/gate.ts';

it('a gate lets so many through at once, the others in order, also past a failure', async () => {
  const gate = openGate(2);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = (name: string) =>
    gate.pass(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (name === 'b') throw new Error('b fails');
      return name;
    });
  const told = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(work));
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect([most, order.join('')]).toEqual([2, 'abcde']);
});
