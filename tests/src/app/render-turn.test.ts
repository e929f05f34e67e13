import { expect, it } from 'vitest';
import { waitForTurn } from '../../../src/app/render-turn.ts';

it('when several pages are ready to render at once, waitForTurn lets waiting tasks run between two renders', async () => {
  const order: string[] = [];
  const draw = async (page: string) => {
    await waitForTurn();
    order.push(page);
    setTimeout(() => order.push(`call after ${page}`));
  };
  await Promise.all(['one', 'two', 'three'].map(draw));
  expect(order).toEqual(['one', 'call after one', 'two', 'call after two', 'three']);
});
