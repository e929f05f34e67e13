import { afterEach, describe, expect, it } from 'vitest';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, settings } from '../booking/academy-seed.ts';
import { addCourse, addFire, addSea, claims, expectInvariants, order, ordered, update } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(() => expectInvariants(academy));

async function saveSettings(change: object): Promise<void> {
  const body = JSON.stringify({ ...settings, ...change });
  await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
}

async function refusal(student: Awaited<ReturnType<typeof enrol>>, body?: object) {
  const answer = await order(student, body);
  expect(answer.statusCode, answer.body).toBe(409);
  return answer.json();
}

const seaQuote = (total: number) => ({
  total,
  items: [{ type: 'package', id: 801, price: total, batch_ids: [batches.fireOpen, batches.radarOpen] }],
});

describe('placing an order', () => {
  it('holds the seats and opens a payment', async () => {
    const student = await enrol();
    await addSea(student, batches.fireSeven, batches.radarSeven);
    const created = await ordered(student);
    expect(created.order_id).toMatch(/^LF-2026-\d{6}$/);
    expect(created.attempt_id).toBe(`${created.order_id}-1`);
    expect(created.checkout_url).toBe(`http://localhost/sandbox/pay/${created.data}`);
    expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await update(student, created.attempt_id)).toMatchObject({
      final_payment_status: 'PROCESSING',
      state: 'awaiting_payment',
      order: { total: 13_500, items: [{ type: 'package', price: 13_500, courses: [{ name: 'Fire Fighting' }, {}] }] },
    });
    // Their own holds are not counted against them.
    const { items } = (await student.get('/api/cart')).json().data;
    expect(items[0].package.batches[0].batch.available).toBe(7);
  });

  it('gives the same order again for the same cart, and a new one for another', async () => {
    const student = await enrol();
    await addFire(student);
    const first = await ordered(student);
    expect(await ordered(student)).toEqual(first);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const second = await ordered(student);
    expect(second.order_id).not.toBe(first.order_id);
    const states = await db
      .selectFrom('orders')
      .select('state')
      .where('student_id', '=', student.id)
      .orderBy('id')
      .execute();
    expect(states.map((row) => row.state)).toEqual(['replaced', 'awaiting_payment']);
    expect(await db.selectFrom('seat_claims').selectAll().where('order_id', '=', first.order_id).execute()).toEqual([]);
  });

  it('places a new order where the price has changed since', async () => {
    const student = await enrol();
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const first = await ordered(student);
    const setFee = (total_fee_paise: number) =>
      db.updateTable('courses').set({ total_fee_paise }).where('id', '=', courses.firstAid).execute();
    await setFee(410_000);
    const second = await ordered(student);
    await setFee(400_000);
    expect(second.order_id).not.toBe(first.order_id);
  });

  it('completes without the gateway where nothing is to be paid', async () => {
    const student = await enrol();
    await addCourse(student, courses.free, 31);
    const created = await ordered(student);
    expect(created.data).toBe('');
    expect(created.checkout_url).toBe(`http://localhost/course-booking/checkout/confirmation/${created.attempt_id}`);
    const settled = await update(student, created.attempt_id);
    expect(settled).toMatchObject({ final_payment_status: 'APPROVED', state: 'completed', order: { total: 0 } });
    expect((await student.get('/api/cart')).json().data.items).toEqual([]);
    expect(
      await db
        .selectFrom('sandbox_payments')
        .select('session_id')
        .where('provider_order_id', '=', created.attempt_id)
        .execute(),
    ).toEqual([]);
  });

  it('takes an address of this site alone', async () => {
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
      const answer = await send(foreign);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toHaveProperty('redirect_url');
    }
    expect((await send('/course-booking/checkout/confirmation/')).statusCode).toBe(200);
  });

  it('is for the student alone', async () => {
    const [student, other] = [await enrol(), await enrol()];
    await addFire(student);
    const created = await ordered(student);
    const query = new URLSearchParams({ id: other.id, redirect_url: '/' });
    expect((await student.send('POST', `/api/orders/create?${query}`)).statusCode).toBe(404);
    const stolen = new URLSearchParams({ user_id: other.id, attempt_id: created.attempt_id });
    expect((await other.get(`/api/orders/update?${stolen}`)).statusCode).toBe(404);
    expect((await other.get('/api/users/student/orders')).json().data).toEqual([]);
  });
});

describe('a refused order', () => {
  it('names an empty cart', async () => {
    expect((await refusal(await enrol())).code).toBe('CART_EMPTY');
  });

  it('names a student who may not book', async () => {
    const student = await enrol({ allowed_booking: false });
    await addFire(student);
    expect(await refusal(student)).toMatchObject({
      code: 'BOOKING_NOT_ALLOWED',
      message: 'Booking is not enabled for your account. Please contact admissions.',
    });
  });

  it('says that booking is closed', async () => {
    const student = await enrol();
    await addFire(student);
    await saveSettings({ enable_booking: false });
    const body = await refusal(student);
    await saveSettings({});
    expect(body).toMatchObject({ code: 'BOOKING_CLOSED', message: 'Online booking is closed at present.' });
  });

  it('names the profile fields that the form requires', async () => {
    const student = await enrol({ email: null, mobile: '123', dob: null });
    await addFire(student);
    expect(await refusal(student)).toMatchObject({
      code: 'PROFILE_INCOMPLETE',
      fields: {
        email: 'Email is required',
        mobile: 'Phone number must be 10 digits',
        dob: 'Date of Birth is required',
      },
    });
  });

  it('wants the terms of today', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    expect((await refusal(student, { quote: seaQuote(13_500) })).code).toBe('TERMS_NOT_ACCEPTED');
    expect((await refusal(student, { terms_version: '' })).code).toBe('TERMS_NOT_ACCEPTED');
    expect(await refusal(student, { terms_version: '2025-12' })).toMatchObject({
      code: 'CART_CHANGED',
      data: { before: { terms_version: '2025-12' }, after: { terms_version: '2026-01', total: 13_500 } },
    });
  });

  it('tells what has changed since the screen', async () => {
    const student = await enrol();
    await addSea(student, batches.fireOpen, batches.radarOpen);
    const body = await refusal(student, { terms_version: '2026-01', quote: seaQuote(12_000) });
    expect(body).toMatchObject({
      code: 'CART_CHANGED',
      data: { before: seaQuote(12_000), after: { ...seaQuote(13_500), terms_version: '2026-01' } },
    });
    expect((await order(student, { terms_version: '2026-01', quote: seaQuote(13_500) })).statusCode).toBe(200);
    expect((await order(student, {})).statusCode).toBe(200);
  });

  it('names the batch that cannot be booked, and takes no seat of a package that lacks one', async () => {
    const student = await enrol();
    await addSea(student, batches.fireSeven, batches.radarSeven);
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.radarSeven).execute();
    const held = await claims(academy, batches.fireSeven);
    const expected = { data: { course_id: courses.radar, batch_id: batches.radarSeven } };
    await change({ status: 'closed' });
    expect(await refusal(student)).toMatchObject({ code: 'BATCH_CLOSED', ...expected });
    await change({ status: 'open', start_date: '2026-03-10' });
    expect(await refusal(student)).toMatchObject({ code: 'BATCH_STARTED', ...expected });
    await change({ start_date: '2026-04-12', capacity: 1 });
    expect(await refusal(student)).toMatchObject({ code: 'BATCH_FULL', ...expected });
    await change({ capacity: 7 });
    expect(await claims(academy, batches.fireSeven)).toEqual(held);
  });
});
