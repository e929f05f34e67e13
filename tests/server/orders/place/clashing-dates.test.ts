import { beforeEach, expect, it } from 'vitest';
import type { Quote } from '../../../../contract/orders.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, settings } from '../../booking/academy-seed.ts';
import { addCourse, addFire, clearSeats, order, pay, placeOrder, readCart } from '../ordering.ts';

// Fire Fighting is on 1 to 3 April and Radar on 2 to 4 April; First Aid is on 5 and 6 April.
const academy = await openAcademy();
const { db, enrol } = academy;

const addRadar = (student: StudentBrowser) => addCourse(student, courses.radar, batches.radarOpen);
const addFirstAid = (student: StudentBrowser) => addCourse(student, courses.firstAid, batches.firstAidOpen);

/** Orders the cart as the review screen shows it. */
async function orderShown(student: StudentBrowser, confirmed?: number[]) {
  const quote: Quote = quoteOf(await readCart(student));
  const shown = confirmed ? { ...quote, confirmed_batch_ids: confirmed } : quote;
  return order(student, { terms_version: settings.terms_version, quote: shown });
}

const fireDays = { course_name: 'Fire Fighting', start_date: '2026-04-01', end_date: '2026-04-03' };
const radarDays = { course_name: 'Radar Simulator', start_date: '2026-04-02', end_date: '2026-04-04' };
const radar = { course_id: courses.radar, batch_id: batches.radarOpen, ...radarDays };
const fire = { course_id: courses.fire, batch_id: batches.fireOpen, ...fireDays };

beforeEach(() => clearSeats(academy));

it('an order for two batches that share a day is refused until the student confirms both batches', async () => {
  const student = await enrol();
  await addFire(student);
  await addRadar(student);
  const refused = await orderShown(student);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'DATES_CLASH', message: 'Some of your dates clash.' });
  expect(refused.json().data.clashes).toEqual([
    { ...fire, other: { ...radarDays, is_booked: false } },
    { ...radar, other: { ...fireDays, is_booked: false } },
  ]);
  const partly = await orderShown(student, [batches.fireOpen]);
  expect(partly.json().data.clashes).toEqual([{ ...radar, other: { ...fireDays, is_booked: false } }]);
  expect((await orderShown(student, [batches.fireOpen, batches.radarOpen])).statusCode).toBe(200);
});

it('an order for a batch that shares a day with a booked course is refused until the student confirms the batch', async () => {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  await addRadar(student);
  const refused = await orderShown(student);
  expect(refused.json().data.clashes).toEqual([{ ...radar, other: { ...fireDays, is_booked: true } }]);
  expect((await orderShown(student, [batches.radarOpen])).statusCode).toBe(200);
});

it('an order needs a confirmation if a booked course ends on the first day or starts on the last day of the ordered batch', async () => {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  await addRadar(student);
  for (const [start_date, end_date] of [
    ['2026-04-01', '2026-04-02'],
    ['2026-04-04', '2026-04-05'],
  ] as const) {
    await db.updateTable('enrolments').set({ start_date, end_date }).where('student_id', '=', student.id).execute();
    const { data } = (await orderShown(student)).json();
    expect(data.clashes).toEqual([{ ...radar, other: { ...fireDays, start_date, end_date, is_booked: true } }]);
  }
});

it('an order needs no confirmation of clashing dates if the academy has cancelled the booked batch on those dates', async () => {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  await db
    .updateTable('batches')
    .set({ publication: 'cancelled', status: 'closed' })
    .where('id', '=', batches.fireOpen)
    .execute();
  try {
    await addRadar(student);
    expect((await orderShown(student)).statusCode).toBe(200);
  } finally {
    await db
      .updateTable('batches')
      .set({ publication: 'published', status: 'open' })
      .where('id', '=', batches.fireOpen)
      .execute();
  }
});

it('an order for batches that share no day needs no confirmation, whatever other students have booked', async () => {
  const other = await enrol();
  await addFirstAid(other);
  await pay(academy, other, await placeOrder(other));
  const student = await enrol();
  await addFire(student);
  await addFirstAid(student);
  expect((await orderShown(student)).statusCode).toBe(200);
});

it('an order request that does not say which dates the student was shown needs no confirmation of clashing dates', async () => {
  const student = await enrol();
  await addFire(student);
  await addRadar(student);
  expect((await order(student)).statusCode).toBe(200);
});

it('when an unpaid order with clashing dates is placed again, the same order is returned without asking for a second confirmation', async () => {
  const student = await enrol();
  await addFire(student);
  await addRadar(student);
  const first = (await orderShown(student, [batches.fireOpen, batches.radarOpen])).json();
  const again = await orderShown(student);
  expect(again.statusCode, again.body).toBe(200);
  expect(again.json().order_id).toBe(first.order_id);
});

it('the enrolment of a paid order has the first and last day of the ordered batch', async () => {
  const student = await enrol();
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  const dates = db.selectFrom('enrolments').select(['start_date', 'end_date']).where('student_id', '=', student.id);
  expect(await dates.execute()).toEqual([{ start_date: '2026-04-01', end_date: '2026-04-03' }]);
});
