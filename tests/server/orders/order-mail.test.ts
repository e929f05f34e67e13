import { beforeAll, describe, expect, it } from 'vitest';
import { promiseRefund } from '../../../server/orders/order-mail.ts';
import { outboxMail } from '../../../server/providers/mail-outbox.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches } from '../booking/academy-seed.ts';
import { addCourse, addFire, addSea, type Created, expireHolds, ordered, press, update } from './ordering.ts';

const academy = await openAcademy();
const { db, enrol, app, clock } = academy;
const brand = {
  name: 'Harbour Academy',
  address: 'Harbour Academy, 1 Quay Road, Chennai',
  admissions_phones: ['1800-000-1111', '1800-000-1112', '1800-000-1113', '1800-000-1114'],
};

beforeAll(async () => {
  await db
    .insertInto('cms_documents')
    .values({ key: 'brand', body: JSON.stringify(brand) })
    .execute();
});

const mailsAbout = (orderId: string) =>
  db.selectFrom('mail_outbox').selectAll().where('dedupe_key', 'like', `%:${orderId}%`).orderBy('id').execute();
const shown = (orderId: string) =>
  db.selectFrom('sandbox_messages').selectAll().where('subject', 'like', `%${orderId}`).execute();

async function order(student: StudentBrowser): Promise<Created> {
  await addSea(student, batches.fireOpen, batches.radarOpen);
  return ordered(student);
}

describe('the mail of a booking', () => {
  it('says what was booked, when, where and for how much, with links to pass and receipt', async () => {
    const student = await enrol({ first_name: 'Zoë', last_name: 'Nair <b>', email: 'zoe@example.com' });
    const created = await order(student);
    await press(academy, created, 'pay');
    await update(student, created.attempt_id);
    const [mail, ...others] = await mailsAbout(created.order_id);
    expect(others).toEqual([]);
    const site = 'http://localhost:3000/course-booking';
    expect(mail).toMatchObject({
      recipient: 'zoe@example.com',
      recipient_name: 'Zoë Nair <b>',
      subject: `Booking confirmed: ${created.order_id}`,
      link: `${site}/checkout/confirmation/${created.attempt_id}`,
    });
    expect(mail?.body).toBe(
      [
        'Dear Zoë,',
        'Thank you. Your seats are booked:',
        '- Fire Fighting: 01 Apr 2026 to 03 Apr 2026 (in Sea Start)\n- Radar Simulator: 02 Apr 2026 to 04 Apr 2026 (in Sea Start)',
        `Order number: ${created.order_id}\nAmount paid: ₹13,500.00`,
        'Report at: Harbour Academy, 1 Quay Road, Chennai',
        `Your booking: ${site}/checkout/confirmation/${created.attempt_id}\nYour receipt: ${site}/receipt/${created.order_id}`,
        'Questions? Call 1800-000-1111.\nHarbour Academy',
      ].join('\n\n'),
    );
    expect(mail?.html).toContain('<li>Fire Fighting: 01 Apr 2026 to 03 Apr 2026 (in Sea Start)</li>');
    expect(mail?.html).toContain(`href="${site}/receipt/${created.order_id}"`);
  });

  it('is sent once, though many processes complete and send at once', async () => {
    const student = await enrol();
    const created = await order(student);
    await press(academy, created, 'pay');
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await update(student, created.attempt_id);
        await app.mail.sendDue();
      }),
    );
    await app.settlePayments();
    await app.mail.sendDue();
    expect(await mailsAbout(created.order_id)).toHaveLength(1);
    expect(await shown(created.order_id)).toHaveLength(1);
  });

  it('says nothing of a place that is not known, and stops no booking', async () => {
    await db.updateTable('cms_documents').set({ body: '{"name": 1}' }).where('key', '=', 'brand').execute();
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await press(academy, created, 'pay');
    expect((await update(student, created.attempt_id)).state).toBe('completed');
    const [mail] = await mailsAbout(created.order_id);
    expect(mail?.body).not.toMatch(/Report at|Questions/);
    await db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify(brand) })
      .where('key', '=', 'brand')
      .execute();
  });

  it('is not written to a student without an address', async () => {
    const student = await enrol();
    await addFire(student);
    const created = await ordered(student);
    await db.updateTable('students').set({ email: null }).where('id', '=', student.id).execute();
    await press(academy, created, 'pay');
    expect((await update(student, created.attempt_id)).state).toBe('completed');
    expect(await mailsAbout(created.order_id)).toEqual([]);
  });
});

describe('the mail of a payment that failed', () => {
  it('comes once when the attempt ends declined, and names the way back', async () => {
    const student = await enrol();
    const created = await order(student);
    await press(academy, created, 'decline');
    for (let times = 0; times < 3; times++) await update(student, created.attempt_id);
    await app.settlePayments();
    const mails = await mailsAbout(created.order_id);
    expect(mails.map(({ dedupe_key }) => dedupe_key)).toEqual([`payment-failed:${created.attempt_id}`]);
    expect(mails[0]?.subject).toBe(`Payment not received: ${created.order_id}`);
    expect(mails[0]?.body).toContain(`Order number: ${created.order_id}\nAmount: ₹13,500.00`);
    expect(mails[0]?.body).toContain('Your cart: http://localhost:3000/course-booking/details');
  });

  it('does not come for a payment page that was never used', async () => {
    const student = await enrol();
    const created = await order(student);
    await db
      .updateTable('sandbox_payments')
      .set({ state: 'expired' })
      .where('provider_order_id', '=', created.attempt_id)
      .execute();
    expect((await update(student, created.attempt_id)).state).toBe('expired');
    expect(await mailsAbout(created.order_id)).toEqual([]);
  });
});

describe('the mail of a refund', () => {
  it('says how much goes back and why, once', async () => {
    const student = await enrol();
    await addCourse(student, 401, batches.radarSeven);
    const created = await ordered(student);
    await expireHolds(academy, created.order_id);
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        const other = await enrol();
        await addCourse(other, 401, batches.radarSeven);
        await ordered(other);
      }),
    );
    await press(academy, created, 'pay');
    await Promise.all([1, 2, 3].map(() => update(student, created.attempt_id)));
    const mails = await mailsAbout(created.order_id);
    expect(mails.map(({ subject }) => subject)).toEqual([`Refund for order ${created.order_id}`]);
    expect(mails[0]?.body).toContain('the seats were no longer available when it arrived');
    expect(mails[0]?.body).toContain('Amount to be refunded: ₹8,750.09');
  });

  it('comes once for each payment of an order that was paid more than once', async () => {
    const student = await enrol();
    await addFire(student);
    const { order_id: orderId } = await ordered(student);
    const mail = outboxMail({ clock, siteUrl: 'https://site.example' });
    for (const paymentId of ['second', 'second', 'third'])
      await db
        .transaction()
        .execute((tx) => promiseRefund(tx, mail, { orderId, paymentId, paise: 100, reason: 'paid twice' }));
    const mails = await mailsAbout(orderId);
    expect(mails.map(({ dedupe_key }) => dedupe_key)).toEqual([
      `order-refund-due:${orderId}:second`,
      `order-refund-due:${orderId}:third`,
    ]);
    expect(mails[0]?.body).toContain('more than one payment');
  });
});
