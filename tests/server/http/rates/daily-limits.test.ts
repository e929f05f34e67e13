import { beforeEach, expect, it } from 'vitest';
import { createDailyLimits } from '../../../../server/http/rates/daily-limits.ts';
import { day, fakeClock, hour } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const evening = Date.parse('2026-03-10T20:00:00Z');
let clock = fakeClock(evening);
let limits = createDailyLimits({ db, clock, secret: 'a secret' });

beforeEach(async () => {
  await db.deleteFrom('daily_usage').execute();
  clock = fakeClock(evening);
  limits = createDailyLimits({ db, clock, secret: 'a secret' });
});

const [one, other] = ['10.0.0.1', '10.0.0.2'];
/** Whether an upload of `amount` bytes from an address is within its daily limit of 10 bytes. */
const upload = (address: string | null, amount: number) => limits.use('uploadBytes', { address, amount, limit: 10 });
const giveBack = (address: string | null, amount: number) => limits.giveBack('uploadBytes', { address, amount });

it('a daily limit can be used up exactly, and an amount that would exceed the limit is refused and not counted', async () => {
  expect(await upload(one, 11)).toBe(false);
  expect(await upload(one, 4)).toBe(true);
  expect(await upload(one, 7)).toBe(false);
  expect(await upload(one, 6)).toBe(true);
  expect(await upload(one, 1)).toBe(false);
  expect(await upload(other, 10)).toBe(true);
});

it('each kind of use, such as client errors, has its own daily limits: one for each IP address and one for the whole site', async () => {
  for (const address of [one, other, null]) expect(await upload(address, 10)).toBe(true);
  expect(await limits.use('clientErrors', { address: one, amount: 10, limit: 10 })).toBe(true);
});

it('an amount given back to a daily limit can be used again only by the same IP address, for the same use, on the same day', async () => {
  await limits.use('clientErrors', { address: one, amount: 10, limit: 10 });
  for (const address of [one, other, null]) await upload(address, 10);
  await giveBack(one, 4);
  expect(await upload(one, 5)).toBe(false);
  expect(await upload(one, 4)).toBe(true);
  for (const address of [other, null]) expect(await upload(address, 1)).toBe(false);
  expect(await limits.use('clientErrors', { address: one, amount: 1, limit: 10 })).toBe(false);
  clock.advance(4 * hour);
  await upload(one, 10);
  clock.advance(-4 * hour);
  await giveBack(one, 10);
  clock.advance(4 * hour);
  expect(await upload(one, 1)).toBe(false);
});

it('giving back more of a daily limit than was used does not raise the limit', async () => {
  await upload(one, 3);
  await giveBack(one, 9);
  expect(await upload(one, 10)).toBe(true);
  expect(await upload(one, 1)).toBe(false);
});

it('daily limits are reset at midnight UTC, and counts of earlier days are deleted within an hour', async () => {
  expect(limits.untilReset()).toBe(4 * hour);
  await upload(one, 10);
  clock.advance(4 * hour - 1);
  expect(await upload(one, 1)).toBe(false);
  clock.advance(1);
  expect(limits.untilReset()).toBe(day);
  expect(await upload(one, 10)).toBe(true);
  clock.advance(hour);
  await upload(other, 1);
  const days = await db.selectFrom('daily_usage').select('day').distinct().execute();
  expect(days.map((row) => row.day)).toEqual(['2026-03-11']);
  expect(await upload(one, 1)).toBe(false);
});
