import { expect, it } from 'vitest';
import type { BatchRecord } from '../../../../contract/staff/batches.ts';
import { hire } from '../../../support/staff.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, expireHolds, pay, placeOrder } from '../../orders/ordering.ts';
import { staffOf } from '../staff.ts';

const academy = await openAcademy();
const landfall = staffOf(academy.url);

async function hold(batch: number) {
  const student = await academy.enrol();
  await addFire(student, batch);
  return { student, created: await placeOrder(student) };
}

/**
 * Returns the line of a batch in the output of “landfall batches list”, or undefined. Lists ended batches too: by the
 * system's clock, which the command uses, all batches of this test have ended.
 */
async function lineOf(batch: number, ...words: string[]): Promise<string | undefined> {
  const { code, out } = await landfall('batches', 'list', '--ended', ...words);
  expect(code).toBe(0);
  return out.split('\n').find((line) => line.trimStart().startsWith(`${batch} `));
}

/** Whether the staff console marks a batch as one of which unpaid orders hold many seats. */
async function isMarked(batch: number): Promise<boolean> {
  const { headers } = await hire(academy, 'registrar');
  const response = await academy.app.server.inject({ url: `/api/staff/batches/${batch}`, headers });
  return response.json<{ data: BatchRecord }>().data.has_many_holds;
}

it('“landfall batches list” and the staff console mark a batch if unpaid orders hold more than a quarter of its seats', async () => {
  const holds = [];
  for (let seat = 0; seat < 3; seat += 1) holds.push(await hold(batches.fireSeven));
  await hold(batches.fireOpen);
  expect(await lineOf(batches.fireSeven)).toContain('! 3');
  expect(await lineOf(batches.fireOpen)).not.toContain('!');
  expect([await isMarked(batches.fireSeven), await isMarked(batches.fireOpen)]).toEqual([true, false]);
  expect(await lineOf(batches.fireSeven, '--many-holds')).toContain('! 3');
  expect(await lineOf(batches.fireOpen, '--many-holds')).toBeUndefined();

  const [paid, expired] = holds;
  if (!paid || !expired) throw new Error('too few holds');
  await pay(academy, paid.student, paid.created);
  expect(await lineOf(batches.fireSeven)).not.toContain('!');
  await expireHolds(academy, expired.created.order_id);
  expect((await landfall('batches', 'list', '--ended', '--many-holds')).out).toBe('no batches\n');
});
