import { beforeEach, expect, it } from 'vitest';
import {
  addHit,
  deleteCountersBefore,
  findOldestHit,
  removeNewestHit,
} from '../../../../server/http/rates/rates.repo.ts';
import { hour, minute } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const noon = Date.UTC(2030, 0, 1, 12);
const at = (minutes: number) => new Date(noon + minutes * minute);
const hit = (key: string, minutes: number, limit = 3) =>
  addHit(db, key, { now: at(minutes), since: new Date(noon + minutes * minute - hour), limit });

beforeEach(() => db.deleteFrom('rate_counters').execute());

it('API calls are counted for each rate-limit key within the last hour, up to the limit', async () => {
  for (const [minutes, count] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, null],
    [60, 3],
    [60, null],
  ] as const)
    expect([minutes, await hit('asha', minutes)]).toEqual([minutes, count]);
  expect(await hit('dev', 3)).toBe(1);
});

it('after the clock was set back by hours, calls that were counted before do not lock anybody out', async () => {
  for (const minutes of [330, 331]) expect(await hit('asha', minutes, 2)).toBeGreaterThan(0);
  expect(await hit('asha', 332, 2)).toBeNull();
  expect(await hit('asha', 0, 2)).toBe(1);
  // A process whose clock is some minutes slow counts the calls of the others.
  expect(await hit('asha', 5, 2)).toBe(2);
  expect(await hit('asha', 2, 2)).toBeNull();
});

it('the oldest call of a rate-limit key within the last hour is found, whatever calls of other keys are stored', async () => {
  await hit('earlier', 0);
  for (const minutes of [10, 20, 30]) await hit('asha', minutes);
  expect(await findOldestHit(db, 'asha', at(0))).toEqual(at(10));
  expect(await findOldestHit(db, 'asha', at(10))).toEqual(at(20));
  expect(await findOldestHit(db, 'asha', at(30))).toBeUndefined();
  expect(await findOldestHit(db, 'nobody', at(0))).toBeUndefined();
});

it('removeNewestHit removes only the newest call of the given rate-limit key', async () => {
  for (const key of ['asha', 'dev']) await hit(key, 0);
  await hit('asha', 1);
  const remaining = async () => {
    await removeNewestHit(db, 'asha');
    const rows = await db.selectFrom('rate_counters').select(['key', 'hits']).orderBy('key').execute();
    return rows.map(({ key, hits }) => [key, hits]);
  };
  expect(await remaining()).toEqual([
    ['asha', [at(0)]],
    ['dev', [at(0)]],
  ]);
  for (const repeat of [1, 2])
    expect([repeat, await remaining()]).toEqual([
      repeat,
      [
        ['asha', []],
        ['dev', [at(0)]],
      ],
    ]);
});

it('only rate-limit counters without a call since the given time are deleted', async () => {
  await hit('old', 0);
  await hit('asha', 1);
  await deleteCountersBefore(db, at(1));
  expect(await db.selectFrom('rate_counters').select('key').execute()).toEqual([{ key: 'asha' }]);
});
