import { expect, it } from 'vitest';
import { createHourlyDeletion } from '../../../../server/db/jobs/hourly-deletion.ts';
import { fakeClock, hour } from '../../../support/clock.ts';

it('createHourlyDeletion deletes old rows at the first call and then at most once an hour', async () => {
  const clock = fakeClock();
  const deletedAt: number[] = [];
  const deleteOldRows = createHourlyDeletion(clock, async (now) => void deletedAt.push(now));
  const start = clock.now();
  await deleteOldRows();
  clock.advance(hour - 1);
  await deleteOldRows();
  clock.advance(1);
  await deleteOldRows();
  await deleteOldRows();
  expect(deletedAt).toEqual([start, start + hour]);
});
