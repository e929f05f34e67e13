import { beforeEach, describe, expect, it } from 'vitest';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import type { SettingsOverview } from '../../../contract/staff/settings.ts';
import { readStaffSettings } from '../../../server/booking/settings-staff.repo.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { hire } from '../../support/staff.ts';
import { untilWaiting } from '../cli/staff.ts';
import { addCourse, addFire, placeOrder } from '../orders/ordering.ts';
import { openAcademy } from './academy.ts';
import { academyDetails, batches, courses, settings as seeded } from './academy-seed.ts';

const academy = await openAcademy();
const { db, app, clock } = academy;
const administrator = await hire(academy, 'administrator');

async function send(method: 'GET' | 'PUT', payload?: object) {
  const response = await app.server.inject({
    ...{ method, url: '/api/staff/settings' },
    headers: {
      ...administrator.headers,
      ...{ [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID(), 'sec-fetch-site': 'same-origin' },
    },
    ...(payload ? { payload } : {}),
  });
  return response.json() as { code: string; message: string; fields?: object; data: SettingsOverview };
}
const change = (settings: object, seen: object, reason = 'monsoon break') => send('PUT', { settings, seen, reason });
/** The settings that visitors get. Reads them a second later, because each process caches responses for a second. */
async function published() {
  clock.advance(1000);
  return (await academy.visit('/api/booking-groups/settings')).json().data;
}

beforeEach(async () => {
  const body = JSON.stringify({ ...seeded, payment_note: 'You pay by UPI.' });
  await db.deleteFrom('staff_settings').execute();
  await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
});

describe('the settings in the console', () => {
  it('the staff console shows the booking settings and how many students have a cart or are paying', async () => {
    const before = (await send('GET')).data;
    const shopping = await academy.enrol();
    await addFire(shopping);
    await addCourse(shopping, courses.firstAid, batches.firstAidOpen);
    const paying = await academy.enrol();
    await addFire(paying);
    await placeOrder(paying);
    const { data } = await send('GET');
    const { enable_booking, require_login, booking_title, booking_description } = seeded;
    expect(data.settings).toEqual({
      ...{ enable_booking, require_login, booking_title, booking_description, payment_note: 'You pay by UPI.' },
    });
    expect([data.carts, data.paying]).toEqual([before.carts + 2, before.paying + 1]);
  });

  it('closing online booking takes effect at once, keeps all carts, and is recorded in the audit log with its reason', async () => {
    const student = await academy.enrol();
    await addFire(student);
    expect(await published()).toMatchObject({ enable_booking: true });
    await change({ enable_booking: false }, { enable_booking: true });
    const { data } = await send('GET');
    expect(data.settings.enable_booking).toBe(false);
    expect(await published()).toMatchObject({ enable_booking: false });
    const items = db.selectFrom('cart_items').select('id').where('student_id', '=', student.id);
    expect(await items.execute()).toHaveLength(1);
    expect(await db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).execute()).toMatchObject([
      {
        ...{ command: 'settings change', subject: 'booking-settings', staff_id: administrator.id },
        ...{ before: { enable_booking: true }, after: { enable_booking: false }, reason: 'monsoon break' },
      },
    ]);
    expect(data.history[0]).toMatchObject({ after: { enable_booking: false }, reason: 'monsoon break' });
    expect((await readStaffSettings(db, false))?.byStaff).toEqual(['enable_booking']);
    await change({ enable_booking: true }, { enable_booking: false });
    expect((await readStaffSettings(db, false))?.byStaff).toEqual([]);
    const receipt = db.selectFrom('cms_documents').select('body').where('key', '=', 'receipt');
    expect(await receipt.execute()).toEqual([{ body: academyDetails }]);
  });

  it('a change of a booking setting is refused if somebody else has changed the same setting in the meantime', async () => {
    const seen = { booking_title: seeded.booking_title };
    await change({ payment_note: 'You pay by card.' }, { payment_note: 'You pay by UPI.' });
    await change({ booking_title: 'Book now' }, seen);
    expect(await published()).toMatchObject({ booking_title: 'Book now', payment_note: 'You pay by card.' });
    expect((await readStaffSettings(db, false))?.byStaff).toEqual(['booking_title', 'payment_note']);
    expect(await change({ booking_title: 'Courses' }, seen)).toMatchObject({
      code: 'SETTINGS_CHANGED',
      message:
        'Somebody else has changed this meanwhile. Look at the values of now, and save again if yours are still right.',
    });
    const both = { booking_title: 'Courses', payment_note: 'You pay at the office.' };
    expect(await change(both, { ...seen, payment_note: 'You pay by card.' })).toMatchObject({
      code: 'SETTINGS_CHANGED',
    });
    expect(await published()).toMatchObject({ booking_title: 'Book now', payment_note: 'You pay by card.' });
    expect(await change({ booking_title: 'Courses' }, {})).toMatchObject({ code: 'SETTINGS_CHANGED' });
  });

  it('a change of several booking settings stores none of them if one new text is empty or contains HTML', async () => {
    const seen = { booking_title: seeded.booking_title, enable_booking: true };
    const refused = await change({ enable_booking: false, booking_title: '<b>Book</b>\nnow' }, seen);
    const message = 'This text has HTML where plain text is shown, has a line break or a tab where one line is shown.';
    expect(refused).toMatchObject({ code: 'INVALID_REQUEST', message, fields: { booking_title: message } });
    expect(await change({ booking_title: ' ' }, seen)).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await change({}, seen)).toMatchObject({ code: 'INVALID_REQUEST', message: 'Change at least one setting' });
    expect(await published()).toMatchObject(seen);
  });

  it('changing several booking settings in one call adds one audit entry, which contains only the changed settings', async () => {
    const seen = { booking_title: seeded.booking_title, require_login: seeded.require_login };
    await change({ booking_title: 'Book now', require_login: false }, seen);
    const entry = db.selectFrom('audit_entries').select(['before', 'after']).orderBy('id', 'desc');
    expect(await entry.executeTakeFirst()).toEqual({
      before: seen,
      after: { booking_title: 'Book now', require_login: false },
    });
    const [newest] = (await send('GET')).data.history;
    expect(newest).toMatchObject({ before: seen, after: { booking_title: 'Book now', require_login: false } });
  });

  it('a booking setting that the stored content lacks is shown as empty and can be set', async () => {
    const { payment_note: _, ...body } = seeded;
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify(body) })
      .where('key', '=', 'booking-settings')
      .execute();
    expect((await send('GET')).data.settings.payment_note).toBe('');
    expect(await change({ payment_note: 'By card.' }, { payment_note: 'By UPI.' })).toMatchObject({
      code: 'SETTINGS_CHANGED',
    });
    await change({ payment_note: 'By card.' }, { payment_note: '' });
    expect(await published()).toMatchObject({ payment_note: 'By card.' });
  });

  it('of two simultaneous changes of one booking setting, the first is stored and the second is refused', async () => {
    const [release, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = inTransaction(db, async (tx) => {
      const body = JSON.stringify({ ...seeded, booking_title: 'Book now' });
      await tx.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const changing = change({ booking_title: 'Courses' }, { booking_title: seeded.booking_title });
    await untilWaiting(db);
    release.resolve();
    await other;
    expect(await changing).toMatchObject({ code: 'SETTINGS_CHANGED' });
    expect(await published()).toMatchObject({ booking_title: 'Book now' });
  });

  it('the history of the booking settings lists the latest twenty changes, without changes of the booking terms', async () => {
    for (let times = 0; times < 11; times++) {
      await change({ enable_booking: false }, { enable_booking: true }, `closed ${times}`);
      await change({ enable_booking: true }, { enable_booking: false }, `opened ${times}`);
    }
    const read = async () => (await send('GET')).data.history;
    expect(await read()).toHaveLength(20);
    const terms = { command: 'settings set', actor: 'a command', arguments: '{}', subject: 'booking-settings' };
    await db
      .insertInto('audit_entries')
      .values({ ...terms, before: '{"terms_title":"Old"}', after: '{"terms_title":"New"}' })
      .execute();
    expect((await read())[0]).toMatchObject({ reason: 'opened 10', after: { enable_booking: true } });
    const title = { before: '{"booking_title":"Old"}', after: '{"booking_title":"New","terms_title":"New"}' };
    await db
      .insertInto('audit_entries')
      .values([
        { ...terms, ...title },
        { ...terms, ...title, command: 'content load' },
      ])
      .execute();
    const [newest, next] = await read();
    expect(newest).toEqual({
      ...{ id: expect.any(Number), at: expect.any(String), actor: 'a command', reason: null },
      ...{ before: { booking_title: 'Old' }, after: { booking_title: 'New' } },
    });
    expect(next).toMatchObject({ reason: 'opened 10' });
  });

  it('saving a booking setting with its current value changes nothing and adds no audit entry', async () => {
    const audited = async () => (await db.selectFrom('audit_entries').select('id').execute()).length;
    const before = await audited();
    await change({ require_login: seeded.require_login }, { require_login: seeded.require_login });
    expect(await audited()).toBe(before);
  });

  it('reading or changing the booking settings in the staff console returns 404 while no content is loaded', async () => {
    await db.deleteFrom('cms_documents').where('key', '=', 'booking-settings').execute();
    expect(await send('GET')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await change({ enable_booking: false }, { enable_booking: true })).toMatchObject({ code: 'NOT_FOUND' });
    await db
      .insertInto('cms_documents')
      .values({ key: 'booking-settings', body: JSON.stringify(seeded) })
      .execute();
  });
});
