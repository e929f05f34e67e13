import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Cart } from '../../../../contract/cart.ts';
import { addDays } from '../../../../contract/days.ts';
import { previewDocument } from '../../../../server/content/editing/preview-document.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { hour } from '../../../support/clock.ts';
import { createStudent, signIn } from '../../../support/server.ts';
import { hire, signInAsStaff } from '../../../support/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, today, editor, edit, begin, previewLoad, exportsUnchanged } = await startEditing();
const registrar = await hire(app, 'registrar');
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const reason = 'fees of the new year';
/** The course that a test adds. */
let sailId = '';

const listOf = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : []);

type ShownCourse = {
  id: number;
  price: { main: number };
  courseDiscounts: unknown[];
  settings: object;
  is_active: boolean;
};
async function shownCourse(id: number, all = false): Promise<ShownCourse | undefined> {
  app.clock.advance(2000);
  const { body } = await app.call('GET', `/api/course?course_id=${id}${all ? '&all=true' : ''}&list_logistics=true`);
  return (body as { data: { courses: ShownCourse[] } }).data.courses[0];
}

/** A student with the next batch of a course in the cart. */
async function fillCart(courseId: number) {
  const student = await createStudent(app.db);
  const headers = await signIn(app, student);
  const batch = await app.db
    .selectFrom('batches')
    .select('id')
    .where('course_id', '=', courseId)
    .where('start_date', '>', addDays(today, 26))
    .orderBy('start_date')
    .executeTakeFirstOrThrow();
  const body = { type: 'course', course_id: courseId, batch_id: batch.id };
  const added = await app.call('POST', '/api/cart/add', { headers: { ...headers, ...keyed() }, body });
  expect(added.status, added.text).toBe(200);
  const cart = async () => {
    const { body: read } = await app.call('GET', '/api/cart', { headers });
    return (read as { data: Cart }).data;
  };
  const order = (quote?: object) => {
    const query = new URLSearchParams({
      id: student.id,
      redirect_url: 'http://localhost/course-booking/checkout/confirmation',
    });
    const terms_version = quote ? { terms_version: '2026-01', quote } : undefined;
    return app.call('POST', `/api/orders/create?${query}`, {
      headers: { ...headers, ...keyed() },
      ...(terms_version ? { body: terms_version } : {}),
    });
  };
  return { student, headers, cart, order, batchId: batch.id };
}

/** Hashes of the bundles that devices download for offline use. */
async function savedBundles(): Promise<Map<string, string>> {
  app.clock.advance(31_000);
  const { body } = await app.call('GET', '/api/offline/manifest');
  const { parts } = (body as { data: { parts: { id: string; hash: string }[] } }).data;
  return new Map(parts.map(({ id, hash }) => [id, hash]));
}

describe('the price of a course', () => {
  it('a new course price is shown to visitors and in carts, and a paid order keeps the old price', async () => {
    const [paid, waiting] = [await fillCart(408), await fillCart(408)];
    const created = (await paid.order()).body as { data: string; order_id: string; attempt_id: string };
    await app.server.inject({
      ...{ method: 'POST', url: `/sandbox/pay/${created.data}/pay-away`, payload: '' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    await app.call('GET', `/api/orders/update?user_id=${paid.student.id}`, { headers: paid.headers });
    const before = (await waiting.cart()).totals.total;
    const bundles = await savedBundles();
    expect(before).toBe(8024);

    const course = await edit('courses', '408');
    await course.change({ total_fee: 8524.5 });
    expect((await course.check()).consequences.slice(-2)).toEqual([
      'The full fee is still ₹8,024.00. The Fees tab then shows both.',
      'The break-up of the fee still adds up to ₹8,024.00.',
    ]);
    const { published } = await course.open();
    const fees = listOf<{ fee: number }>(published?.fees).map((row, index) =>
      index === 0 ? { ...row, fee: 4900.5 } : row,
    );
    await course.change({ total_fee: 8524.5, actual_fee: 8524.5, fees });
    const check = await course.check();
    expect(check.faults).toEqual([]);
    expect(check.needs_reason).toBe(true);
    expect(check.consequences).toEqual([
      'Bookings that are paid keep their price.',
      '1 student has it in the cart. They see the new price before they pay.',
    ]);
    expect((await course.publish({ reason })).status).toBe(200);
    expect((await shownCourse(408))?.price.main).toBe(8524.5);
    expect([...(await savedBundles())].filter(([id, hash]) => bundles.get(id) !== hash)).not.toEqual([]);
    const { total_fee_paise } = await app.db
      .selectFrom('courses')
      .select('total_fee_paise')
      .where('id', '=', 408)
      .executeTakeFirstOrThrow();
    expect(total_fee_paise).toBe(852_450);

    expect((await waiting.cart()).totals.total).toBe(8524.5);
    const quote = { total: 8024, items: [{ type: 'course', id: 408, price: 8024, batch_ids: [waiting.batchId] }] };
    expect((await waiting.order(quote)).body).toMatchObject({
      code: 'CART_CHANGED',
      data: { before: { total: 8024 }, after: { total: 8524.5 } },
    });
    const order = await app.db
      .selectFrom('orders')
      .select(['state', 'total_paise'])
      .where('id', '=', created.order_id)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ state: 'completed', total_paise: 802_400 });
  });
});

it('a discount lowers a course’s price on its page, in carts and in orders only from the first to the last day of the discount', async () => {
  const { cart, order, batchId } = await fillCart(409);
  const full = (await cart()).totals.total;
  const course = await edit('courses', '409');
  const day = (days: number) => addDays(today, days);
  const discount = { type: 'fixed_amount', value: 100.5, crossed_out_price: 'base-price' };
  await course.change({ discounts: [{ ...discount, starts_on: day(2), ends_on: day(1) }] });
  expect((await course.check()).faults).toEqual([
    {
      path: 'discounts.0.ends_on',
      label: 'Discounts · 1 · Last day',
      reason: 'is before the first day; a discount counts until the end of its last day',
    },
  ]);
  await course.change({ discounts: [{ ...discount, starts_on: day(1), ends_on: day(2) }] });
  expect((await course.publish({ reason })).status).toBe(200);
  const prices = async () => {
    const shown = await shownCourse(409);
    const quote = { total: 1, items: [{ type: 'course', id: 409, price: 1, batch_ids: [batchId] }] };
    const ordered = (await order(quote)).body as { code: string; data: { after: { total: number } } };
    const office = await app.call('GET', '/api/staff/open-batches?course_id=409', {
      headers: await signInAsStaff(app, registrar),
    });
    const [batch] = (office.body as { data: { price: number }[] }).data;
    const inCart = (await cart()).totals.total;
    return [shown?.price.main, shown?.courseDiscounts.length, inCart, ordered.data.after.total, batch?.price];
  };
  expect(await prices()).toEqual([full, 0, full, full, full]);
  for (const _day of [1, 2]) {
    app.clock.advance(24 * hour);
    expect(await prices()).toEqual([full - 100.5, 1, full - 100.5, full - 100.5, full - 100.5]);
  }
  app.clock.advance(24 * hour);
  expect(await prices()).toEqual([full, 0, full, full, full]);
});

describe('a course', () => {
  it('withdrawing a course first shows the editor the affected batches, carts and packages, and keeps the bookings of the course', async () => {
    const { headers } = await fillCart(408);
    const course = await edit('courses', '408');
    await course.change({ is_active: false });
    const { consequences, needs_reason } = await course.check();
    expect(needs_reason).toBe(true);
    expect(consequences).toEqual([
      'Visitors do not see the course any more, and nobody can book it.',
      '1 student is booked on 1 batch that has not ended. These batches take place, and nobody is refunded. To call a batch off, cancel it in the calendar.',
      '2 students have it in the cart, and must remove it before they pay.',
      'It can still be booked with Oil and Chemical Tanker Pack, Second Mate Pack, Engine Officer Pack. Change these packages too.',
    ]);
    expect((await course.check()).faults).toContainEqual({
      ...{ path: '', label: expect.stringMatching(/^[Hh]eader.*:$/) },
      reason: 'leads nowhere: /course-booking/advanced-fire-fighting-aff-408',
    });
    await sql`update cms_documents set body = replace(body::text, '/course-booking/advanced-fire-fighting-aff-408',
      '/courses-list')::jsonb where key in ('header', 'redirects')`.execute(app.db);
    expect((await course.publish()).body).toMatchObject({ code: 'REASON_NEEDED' });
    expect((await course.publish({ reason })).status).toBe(200);
    expect(await shownCourse(408)).toBeUndefined();
    const { body } = await app.call('GET', '/api/cart', { headers });
    expect(JSON.stringify(body)).toContain('closed');
    expect((await app.db.selectFrom('enrolments').select('id').where('course_id', '=', 408).execute()).length).toBe(1);
    await course.change({ is_active: true });
    expect((await course.publish({ reason })).status).toBe(200);
    expect(await shownCourse(408)).toMatchObject({ id: 408 });
  });

  it('a new course can be published once its draft has no errors, and its course code cannot be changed later', async () => {
    const id = await begin('courses');
    sailId = id;
    const highest = await app.db.selectFrom('courses').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(Number(id)).toBe(highest.id + 1);
    const course = await edit('courses', id);
    await course.change({ course_code: 'AFF', meta_text: 'sails', total_fee: 1000, price_note: 'x'.repeat(41) });
    const { faults } = await course.check();
    expect(faults).toEqual(
      expect.arrayContaining([
        { path: 'course_name', label: 'Course name', reason: 'is empty' },
        { path: 'category_id', label: 'Category', reason: 'is missing' },
        { path: 'price_note', label: 'Words beside the price', reason: 'is longer than 40 characters' },
      ]),
    );
    const picture = '/media/courses/post-sea-flame-640.webp';
    await course.change({
      ...{
        course_name: 'Sail making',
        category_id: 1,
        department_id: 3,
        actual_fee: 1000,
        duration: 2,
        price_note: 'GST',
      },
      ...{ short_description: 'Sails, by hand.', featured_image_url: picture, banner_image_url: picture },
      discounts: [{ type: 'percentage', value: 12.5, crossed_out_price: 'base-price' }],
    });
    expect((await course.check()).faults).toEqual([
      { path: 'course_code', label: 'Code', reason: 'course code AFF is taken by courses/aff.json “Code”' },
    ]);
    await course.change({ course_code: 'SAIL' });
    expect((await course.publish({ reason })).status).toBe(200);
    expect(await shownCourse(Number(id))).toMatchObject({ price: { main: 875, struck: 1000 } });
    await course.change({ course_code: 'OTHER', course_name: 'Sails' });
    expect((await course.publish({ reason })).status).toBe(200);
    const row = app.db.selectFrom('courses').select(['course_code', 'course_name']).where('id', '=', Number(id));
    expect(await row.executeTakeFirstOrThrow()).toEqual({ course_code: 'SAIL', course_name: 'Sails' });
  });

  it('publishing a draft of a course is refused if the price of the course has changed since the editor checked the draft', async () => {
    const course = await edit('courses', '408');
    await course.change({ course_overview: 'Fire, and how to fight it.' });
    const seen = await course.check();
    await app.db.updateTable('courses').set({ total_fee_paise: 900_000 }).where('id', '=', 408).execute();
    const body = { revision: seen.revision, published: seen.published, publish_at: null, reason };
    expect((await course.post('publish', body)).body).toMatchObject({ code: 'PUBLISHED_CHANGED' });
    const { changed_meanwhile } = await course.check();
    expect(changed_meanwhile).toEqual([
      { path: 'total_fee', label: 'Fee of the course', isRupees: true, before: 8524.5, after: 9000 },
    ]);
    await course.change({ total_fee: 9000 });
    expect((await course.publish({ reason })).status).toBe(200);
  });
});

it('editors can publish changed packages, departments and booking groups, after a check that lists errors or consequences', async () => {
  const bundle = await edit('packages', '802');
  await bundle.change({ total_fee: 40_000, discounts: [] });
  expect((await bundle.check()).consequences).toEqual(['Bookings that are paid keep their price.']);
  expect((await bundle.publish({ reason })).status).toBe(200);
  const department = await edit('departments', '3');
  const { published } = await department.open();
  await department.change({ show_on_website: false });
  expect((await department.check()).consequences).toEqual([
    expect.stringMatching(/^\d+ courses of the department stay on the site, without its name\.$/),
  ]);
  await department.change({
    show_on_website: true,
    body: { ...(published?.body as object), page_title: 'Safety at sea' },
  });
  expect((await department.publish()).status).toBe(200);
  const group = await edit('booking-groups', '1');
  const { published: listed } = await group.open();
  await group.change({ course_codes: ['NONE', ...listOf<string>(listed?.course_codes)] });
  expect((await group.check()).faults).toEqual([
    { path: 'course_codes.0', label: 'Courses · 1', reason: 'there is no course NONE' },
  ]);
  await group.change({ course_codes: ['SAIL', ...listOf<string>(listed?.course_codes)] });
  expect((await group.publish()).status).toBe(200);
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/booking-groups/booking-page?courseType=individual', {
    headers: await signIn(app, await createStudent(app.db)),
  });
  expect(JSON.stringify(body)).toContain('Sails');
});

it('the preview of a course shows the draft to the editor, but not to visitors', async () => {
  const course = await edit('courses', '408');
  await course.change({ course_overview: 'Only in the preview.', is_active: true });
  app.clock.advance(2000);
  const renderPage = async (path: string) => {
    expect(path).toBe('/course-booking/advanced-fire-fighting-aff-408');
    return (await app.call('GET', '/api/course?course_id=408')).text;
  };
  const preview = await previewDocument(
    app.db,
    { kind: 'courses', id: '408' },
    { contentDir: demo, renderPage, today },
  );
  expect(preview?.html).toContain('Only in the preview.');
  expect((await app.call('GET', '/api/course?course_id=408')).text).not.toContain('Only in the preview.');
  await course.post('discard', { revision: (await course.check()).revision });
});

it('loading content keeps courses that editors have published, and loading an export of the current content changes nothing', async () => {
  const course = await edit('courses', '408');
  const { published } = await course.open();
  await course.change({ settings: { ...(published?.settings as object), accommodation: 'None.' }, duration: 5 });
  const days = { starts_on: '2027-01-01', ends_on: '2027-01-31' };
  await course.change({ discounts: [{ type: 'percentage', value: 5, crossed_out_price: 'base-price', ...days }] });
  expect((await course.publish({ reason })).status).toBe(200);
  expect((await course.open()).published?.settings).toEqual({
    ...(published?.settings as object),
    accommodation: 'None.',
  });
  const withdrawn = await edit('courses', await begin('courses'));
  await withdrawn.change({ ...(await (await edit('courses', '409')).open()).published, course_code: 'GONE' });
  await withdrawn.change({ is_active: false, meta_text: 'gone', discounts: [], batches: 'ignored' });
  expect((await withdrawn.publish({ reason })).status).toBe(200);
  expect((await withdrawn.open()).published).toMatchObject({ is_active: false });
  const older = await edit('courses', sailId);
  await older.change({ prerequisites: ['GONE'] });
  expect((await older.publish({ reason })).status).toBe(200);
  expect((await older.open()).published).toMatchObject({ prerequisites: ['GONE'] });
  const listed = await app.call('GET', '/api/staff/content/courses', { headers: await signInAsStaff(app, editor) });
  const rows = (listed.body as { data: { title: string; is_withdrawn: boolean }[] }).data;
  const isWithdrawn = (title: RegExp) => rows.find((row) => title.test(row.title))?.is_withdrawn;
  expect([isWithdrawn(/^Advanced Fire Fighting/), isWithdrawn(/^Liquid Cargo/)]).toEqual([false, true]);

  expect((await previewLoad()).every((change) => change.startsWith('kept '))).toBe(true);
  await exportsUnchanged();
  await loadContent(app.db, demo, { today, overwritesStaff: true });
  expect((await shownCourse(408))?.price.main).toBe(8024);
});
