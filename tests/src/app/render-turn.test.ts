import { expect, it } from 'vitest';
import { waitForTurn } from '../../../src/app/render-turn.ts';

it('waitForTurn lets other work run between pages that are ready to render at the same time', async () => {
  const order: string[] = [];
  const draw = async (page: string) => {
    await waitForTurn();
    order.push(page);
    setTimeout(() => order.push(`call after ${page}`));
  };
  await Promise.all(['one', 'two', 'three'].map(draw));
  expect(order).toEqual(['one', 'call after one', 'two', 'call after two', 'three']);
});
