import { afterEach, describe, expect, it } from 'vitest';
import { createOrder } from '../../../../server/orders/place/create-order.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses, settings } from '../../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  addSea,
  claims,
  expectInvariants,
  expireHolds,
  order,
  orderStates,
  placeOrder,
  recheckOrder,
} from '../ordering.ts';
import { openOrderQueue } from './open-order-queue.ts';
import { orderDeps } from './order-server.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(() => expectInvariants(academy));

async function saveSettings(change: object): Promise<void> {
  const body = JSON.stringify({ ...settings, ...change });
  await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
}

async function refusal(student: Awaited<ReturnType<typeof enrol>>, body?: object) {
  const response = await order(student, body);
  expect(response.statusCode, response.body).toBe(409);
  return response.json();
}

const seaQuote = (total: number) => ({
  total,
  items: [{ type: 'package', id: 801, price: total, batch_ids: [batches.fireOpen, batches.radarOpen] }],
});

describe('placing an order', () => {
  it('placing an order holds a seat in each of its batches and opens a payment session', async () => {
    const student = await enrol();
    await addSea(student, batches.fireSeven, batches.radarSeven);
    const created = await placeOrder(student);
    expect(created.order_id).toMatch(/^LF-2026-\d{6}$/);
    expect(created.attempt_id).toBe(`${created.order_id}-1`);
    expect(created.checkout_url).toBe(`http://localhost/sandbox/pay/${created.data}`);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await recheckOrder(student, created.attempt_id)).toMatchObject({
      final_payment_status: 'PROCESSING',
      state: 'awaiting_payment',
      order: { total: 13_500, items: [{ type: 'package', price: 13_500, courses: [{ name: 'Fire Fighting' }, {}] }] },
    });
    // The cart still shows the student's own held seats as available to them.
    const { items } = (await student.get('/api/cart')).json().data;
    expect(items[0].package.batches[0].batch.available).toBe(7);
  });

  it('ordering an unchanged cart again returns the same order, and ordering a changed cart replaces it by a new order', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await placeOrder(student);
    // The hold of another student's order has expired, but was not released yet.
    const other = await enrol();
    await addCourse(other, courses.radar, batches.radarOpen);
    await expireHolds(academy, (await placeOrder(other)).order_id);
    expect(await placeOrder(student)).toEqual(first);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const second = await placeOrder(student);
    expect(second.order_id).not.toBe(first.order_id);
    expect(await orderStates(academy, student)).toEqual(['replaced', 'awaiting_payment']);
    const steps = db.selectFrom('order_transitions').select(['from_state', 'to_state', 'reason']).orderBy('id');
    expect(await steps.where('order_id', '=', first.order_id).execute()).toEqual([
      { from_state: null, to_state: 'awaiting_payment', reason: 'placed' },
      { from_state: 'awaiting_payment', to_state: 'replaced', reason: 'the cart was ordered anew' },
    ]);
    expect(await db.selectFrom('seat_claims').selectAll().where('order_id', '=', first.order_id).execute()).toEqual([]);
  });

  it('ordering the same cart again creates a new order if the price has changed', async () => {
    const student = await enrol();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const first = await placeOrder(student);
    const setFee = (total_fee_paise: number) =>
      db.updateTable('courses').set({ total_fee_paise }).where('id', '=', courses.firstAid).execute();
    await setFee(410_000);
    const second = await placeOrder(student);
    await setFee(400_000);
    expect(second.order_id).not.toBe(first.order_id);
  });

  it('an order with a total of zero is completed without opening a payment', async () => {
    const student = await enrol();
    await addCourse(student, courses.free, 31);
    const created = await placeOrder(student);
    expect(created.data).toBe('');
    expect(created.checkout_url).toBe(`http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`);
    expect(created).not.toHaveProperty('held_until');
    const settled = await recheckOrder(student, created.attempt_id);
    expect(settled).toMatchObject({ final_payment_status: 'APPROVED', state: 'completed', order: { total: 0 } });
    expect((await student.get('/api/cart')).json().data.items).toEqual([]);
    expect(
      await db
        .selectFrom('sandbox_payments')
        .select('session_id')
        .where('provider_order_id', 'like', `${created.attempt_id}%`)
        .execute(),
    ).toEqual([]);
  });

  it('the payment attempt of an order with a total of zero is approved at once, and no check of it is scheduled', async () => {
    const student = await enrol();
    await addCourse(student, courses.free, 31);
    const { attempt_id } = await placeOrder(student);
    const attempt = db.selectFrom('payment_attempts').select(['state', 'next_check_at']).where('id', '=', attempt_id);
    expect(await attempt.executeTakeFirst()).toEqual({ state: 'approved', next_check_at: null });
  });

  it('POST /orders/create returns 400 for a redirect URL that is not on this site', async () => {
    const student = await enrol();
    await addFire(student);
    const send = (redirect: string) =>
      student.send('POST', `/api/orders/create?${new URLSearchParams({ id: student.id, redirect_url: redirect })}`);
    for (const foreign of [
      'https://evil.example/',
      '//evil.example/a',
      'javascript:alert(1)',
      'http://localhost:81/a',
    ]) {
      const response = await send(foreign);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        ...{ code: 'INVALID_REQUEST', message: 'The address must be on this site.' },
        fields: { redirect_url: 'The address must be on this site.' },
      });
    }
    expect((await send('/course-booking/checkout/confirmation/')).statusCode).toBe(200);
  });

  it.each([
    ['http://localhost/course-booking/checkout/confirmation', 'http://localhost/course-booking/checkout/confirmation/'],
    ['/course-booking/checkout/confirmation//', 'http://localhost/course-booking/checkout/confirmation/'],
    ['/a/b?from=cart#top', 'http://localhost/a/b/'],
    ['/', 'http://localhost/'],
  ])('a free order returns the redirect URL %s plus the id of its payment attempt', async (redirect_url, page) => {
    const student = await enrol();
    await addCourse(student, courses.free, 31);
    const query = new URLSearchParams({ id: student.id, redirect_url });
    const { attempt_id, checkout_url } = (await student.send('POST', `/api/orders/create?${query}`)).json();
    const search = new URL(redirect_url, 'http://localhost').search;
    // A free order has no payment page, so `checkout_url` is the page to which a payment page would send the browser.
    expect(checkout_url).toBe(`${page}${attempt_id}${search}`);
  });

  it('the redirect URL of an order may be on the configured public site even if the request came to another address', async () => {
    const { id } = await enrol();
    const student = await academy.signInAgain({ id });
    await addCourse(student, courses.free, 31);
    const publicUrl = 'https://academy.example.com/start';
    const deps = { ...orderDeps(db, academy.clock, { publicUrl }), queue: openOrderQueue(academy).queue };
    const create = (redirect_url: string) =>
      createOrder(deps, {
        ...{ query: { id, redirect_url }, params: undefined, body: undefined, subject: { studentId: id } },
        ...{ origin: 'http://localhost', address: '127.0.0.1', callKey: null },
      });
    await expect(create('https://other.example.com/done')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await create('https://academy.example.com/done')).toMatchObject({
      checkout_url: expect.stringMatching(/^https:\/\/academy\.example\.com\/done\/LF-/),
    });
  });

  it('a student cannot place an order for another student, check that student’s payment or see that student’s orders', async () => {
    const [student, other] = [await enrol(), await enrol()];
    await addFire(student);
    const created = await placeOrder(student);
    const query = new URLSearchParams({ id: other.id, redirect_url: '/' });
    expect((await student.send('POST', `/api/orders/create?${query}`)).statusCode).toBe(404);
    const stolen = new URLSearchParams({ user_id: other.id, attempt_id: created.attempt_id });
    expect((await other.get(`/api/orders/update?${stolen}`)).statusCode).toBe(404);
    expect((await other.get('/api/users/student/orders')).json().data).toEqual([]);
  });
});

describe('a rejected order', () => {
  it('POST /orders/create returns CART_EMPTY for an empty cart', async () => {
    expect(await refusal(await enrol())).toMatchObject({ code: 'CART_EMPTY', message: 'Your cart is empty.' });
  });

  it('POST /orders/create returns BOOKING_NOT_ALLOWED for a student who is not allowed to book', async () => {
    const student = await enrol({ allowed_booking: false });
    await addFire(student);
    expect(await refusal(student)).toMatchObject({
      code: 'BOOKING_NOT_ALLOWED',
      message: 'Booking is not enabled for your account. Please contact admissions.',
    });
  });

  it('POST /orders/create returns BOOKING_CLOSED while online booking is disabled', async () => {
    const student = await enrol();
    await addFire(student);
    await saveSettings({ enable_booking: false });
    const body = await refusal(student);
    await saveSettings({});
    expect(body).toMatchObject({ code: 'BOOKING_CLOSED', message: 'Online booking is closed at present.' });
  });

  it('POST /orders/create returns PROFILE_INCOMPLETE with a message for each missing or invalid field', async () => {
    const student = await enrol({
      ...{ first_name: '', last_name: '', email: null, mobile: '123', whatsapp_number: null, dob: null },
    });
    await addFire(student);
    const { code, message, fields } = await refusal(student);
    expect({ code, message }).toEqual({
      ...{ code: 'PROFILE_INCOMPLETE', message: 'Please complete your details to proceed.' },
    });
    expect(fields).toEqual({
      first_name: 'First Name is required',
      last_name: 'Last Name is required',
      email: 'Email is required',
      mobile: 'Phone number must be 10 digits',
      whatsapp_number: 'WhatsApp number must be 10 digits',
      dob: 'Date of Birth is required',
    });
  });

  it('POST /orders/create rejects an order that accepts no terms or an outdated version of the terms', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const terms = { code: 'TERMS_NOT_ACCEPTED', message: 'You must accept the Terms & Conditions' };
    expect(await refusal(student, { quote: seaQuote(13_500) })).toMatchObject(terms);
    expect(await refusal(student, { terms_version: '' })).toMatchObject(terms);
    expect(await refusal(student, { terms_version: '2025-12' })).toMatchObject({
      ...{ code: 'CART_CHANGED', message: 'Your cart has changed. Please review it again.' },
      data: { before: { terms_version: '2025-12' }, after: { terms_version: '2026-01', total: 13_500 } },
    });
  });

  it('POST /orders/create returns CART_CHANGED with both prices when the price shown to the student differs from the current one', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const body = await refusal(student, { terms_version: '2026-01', quote: seaQuote(12_000) });
    expect(body).toMatchObject({
      code: 'CART_CHANGED',
      data: { before: seaQuote(12_000), after: { ...seaQuote(13_500), terms_version: '2026-01' } },
    });
    const quote = { ...seaQuote(13_500), confirmed_batch_ids: [batches.fireOpen, batches.radarOpen] };
    expect((await order(student, { terms_version: '2026-01', quote })).statusCode).toBe(200);
    expect((await order(student, {})).statusCode).toBe(200);
  });

  it('if one batch of a package cannot be booked, POST /orders/create names this batch and holds no seat in the other batch', async () => {
    const student = await enrol();
    await addSea(student, batches.fireSeven, batches.radarSeven);
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.radarSeven).execute();
    const held = await claims(academy, batches.fireSeven);
    const expected = { data: { course_id: courses.radar, batch_id: batches.radarSeven } };
    await change({ status: 'closed' });
    const closed = { code: 'BATCH_CLOSED', message: 'This batch is no longer available for booking.' };
    expect(await refusal(student)).toMatchObject({ ...closed, ...expected });
    await change({ status: 'open', start_date: '2026-03-10' });
    const started = { code: 'BATCH_STARTED', message: 'This batch has already started.' };
    expect(await refusal(student)).toMatchObject({ ...started, ...expected });
    await change({ start_date: '2026-04-12', capacity: 1 });
    const full = { code: 'BATCH_FULL', message: 'No seats are available for this batch.' };
    expect(await refusal(student)).toMatchObject({ ...full, ...expected });
    await change({ capacity: 7 });
    expect(await claims(academy, batches.fireSeven)).toEqual(held);
  });
});
