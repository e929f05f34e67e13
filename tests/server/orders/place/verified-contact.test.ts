import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { contactStatus } from '../../../../server/db/schema.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, claims, clearSeats, order } from '../ordering.ts';

const academy = await openAcademy();
const { db, enrol } = academy;
const { locked, unverified, verified } = contactStatus;
const statuses = { email_standing: unverified, mobile_standing: unverified, whatsapp_number_standing: unverified };

beforeEach(() => clearSeats(academy));

it('a student with no verified email or phone can fill the cart, but the order is refused and holds no seat', async () => {
  const student = await enrol(statuses);
  await addFire(student);
  const refused = await order(student);
  expect(refused.statusCode).toBe(403);
  const message = 'Please verify your mobile number or email to book.';
  expect(refused.json()).toMatchObject({ code: 'CONTACT_NOT_VERIFIED', message });
  expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 0, bookings: 0 });
});

it.each(['email_standing', 'mobile_standing', 'whatsapp_number_standing'] as const)(
  'an order is placed if one contact of the student is verified: %s',
  async (field) => {
    const student = await enrol({ ...statuses, [field]: verified });
    await addFire(student);
    expect((await order(student)).statusCode).toBe(200);
  },
);

it('an order is refused if the student’s only verified email was removed, or if the email has the verification status “locked”', async () => {
  const removed = await enrol({ ...statuses, email_standing: verified, email: null });
  const lockedOut = await enrol({ ...statuses, email_standing: locked });
  await addFire(removed);
  await addFire(lockedOut);
  // A student without an email address has no complete profile, which is refused first.
  expect((await order(removed)).json().code).toBe('PROFILE_INCOMPLETE');
  expect((await order(lockedOut)).json()).toMatchObject({ code: 'CONTACT_NOT_VERIFIED' });
});

it('an order refused for lack of a verified contact is placed with the same idempotency key once a contact is verified', async () => {
  const student = await enrol(statuses);
  await addFire(student);
  const key = randomUUID();
  expect((await order(student, {}, key)).statusCode).toBe(403);
  await db.updateTable('students').set({ mobile_standing: verified }).where('id', '=', student.id).execute();
  const placed = await order(student, {}, key);
  expect(placed.statusCode).toBe(200);
  expect((await order(student, {}, key)).json()).toEqual(placed.json());
  expect(await claims(academy, batches.fireOpen)).toEqual({ holds: 1, bookings: 0 });
});

it('a student who orders again gets the existing unpaid order even if no contact of the student is verified any more', async () => {
  const student = await enrol();
  await addFire(student);
  const first = (await order(student)).json();
  await db.updateTable('students').set(statuses).where('id', '=', student.id).execute();
  expect((await order(student)).json()).toMatchObject({ order_id: first.order_id });
});
