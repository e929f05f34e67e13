import { expect, it, vi } from 'vitest';
import { readStaffSettings, setSetting } from '../../../../server/booking/settings-staff.repo.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, today, edit } = await startEditing();
const reason = 'as the board decided';

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
