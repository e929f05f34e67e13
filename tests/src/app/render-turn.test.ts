import { expect, it } from 'vitest';
import { takeTurn } from '../../../src/app/render-turn.ts';

it('lets other work in between two pages that are ready at once', async () => {
  const order: string[] = [];
  const draw = async (page: string) => {
    await takeTurn();
    order.push(page);
    setTimeout(() => order.push(`call after ${page}`));
  };
  await Promise.all(['one', 'two', 'three'].map(draw));
  expect(order).toEqual(['one', 'call after one', 'two', 'call after two', 'three']);
});
