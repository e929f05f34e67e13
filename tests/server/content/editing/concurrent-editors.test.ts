import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { readStaffSettings, setSetting } from '../../../../server/booking/settings-staff.repo.ts';
import { contentLockKey } from '../../../../server/content/load/load-content.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { hire } from '../../../support/staff.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, today, edit } = await startEditing();
const colleague = await hire(app, 'editor');
const reason = 'as the board decided';

/** Opens a notice in the browsers of two editors. */
const openTwice = async (id: string) => [await edit('notices', id), await edit('notices', id, colleague)] as const;

/** Runs `work` in a transaction that stays open while `meanwhile` runs, and is committed when `meanwhile` resolves. */
async function holdOpen(work: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<void>): Promise<void> {
  const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = inTransaction(app.db, async (tx) => {
    await work(tx);
    done.resolve();
    await release.promise;
  });
  await done.promise;
  await meanwhile().finally(() => release.resolve());
  await transaction;
}

it('taking a notice off the site is refused if a colleague saves a draft at the same moment, and the draft is kept', async () => {
  const [mine, theirs] = await openTwice('4');
  const holdLock = (tx: Tx) => sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(tx);
  const removals: Promise<object>[] = [];
  await holdOpen(holdLock, async () => {
    removals.push(mine.post('remove', { revision: 0, reason }));
    await untilWaiting(app.db);
    await theirs.change({ title: 'Typed by a colleague' });
  });
  expect(await removals[0]).toMatchObject({
    status: 409,
    body: { code: 'DRAFT_CHANGED', data: { body: { title: 'Typed by a colleague' } } },
  });
  expect(await mine.open()).toMatchObject({
    published: { title: expect.anything() },
    draft: { body: { title: 'Typed by a colleague' } },
  });
});

it('publishing booking terms does not undo a booking setting that is changed at the same moment', async () => {
  const terms = await edit('policies', 'booking-settings');
  await terms.change({ terms_title: 'Terms of the new year' });
  const closeBooking = async (tx: Tx) => {
    const settings = await readStaffSettings(tx, true);
    if (settings) await setSetting(tx, settings, { name: 'enable_booking', value: false, day: today });
  };
  const publications: Promise<{ status: number }>[] = [];
  await holdOpen(closeBooking, async () => {
    publications.push(terms.publish({ reason }));
    await untilWaiting(app.db);
  });
  expect((await publications[0])?.status).toBe(200);
  expect((await readStaffSettings(app.db, false))?.now).toMatchObject({
    enable_booking: false,
    terms_title: 'Terms of the new year',
  });
});
