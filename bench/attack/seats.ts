import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { type Account, newStudent } from './accounts.ts';
import { type Attack, type Campaign, repeat, type Target } from './attack.ts';
import { type Attacker, fieldOf, type Reply } from './attacker.ts';

type Batch = { course_id: number; batch_id: number };

/** The maximum number of lines of an order (docs/product.md#orders). */
const mostLines = 10;
const smallBatch = 12;

/** Returns the earliest open batch of each course. */
async function listOpenBatches(db: Kysely<Database>): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select distinct on (b.course_id) b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
    where c.is_active and b.status = 'open' and b.start_date > current_date + 7 and b.taken < b.capacity
    order by b.course_id, b.start_date`.execute(db);
  return rows;
}

/** Adds a new batch with few seats to one course. */
async function plantBatch(db: Kysely<Database>): Promise<Batch> {
  const [first] = await listOpenBatches(db);
  if (!first) throw new Error('The catalogue has no open batch');
  const batch_id = 980_000 + randomInt(10_000);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    values (${batch_id}, ${first.course_id}, '2099-01-01', '2099-01-03', 'open', ${smallBatch})`.execute(db);
  return { course_id: first.course_id, batch_id };
}

const addToCart = (browser: Attacker, batch: Batch) => browser.post('/api/cart/add', { type: 'course', ...batch });

const order = (browser: Attacker, { id }: Account): Promise<Reply> => {
  const query = new URLSearchParams({ id, redirect_url: '/course-booking/checkout/confirmation' });
  return browser.post(`/api/orders/create?${query}`, {});
};

async function countSeats(db: Kysely<Database>, where: { batch: number } | { student: string }): Promise<number> {
  const condition =
    'batch' in where ? sql`c.batch_id = ${where.batch}` : sql`o.student_id = ${where.student} and c.expires_at > now()`;
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(c.seats), 0)::integer as seats from seat_claims c join orders o on o.id = c.order_id
    where ${condition}`.execute(db);
  return rows[0]?.seats ?? 0;
}

/**
 * Creates as many new accounts as the batch has seats, and lets each of them order a seat.
 * @returns the number of seats that the accounts hold, and the codes of the refusals
 */
async function rush(
  target: Target,
  campaign: Campaign,
  { batch, addressOf, isVerified }: { batch: Batch; addressOf: (turn: number) => string; isVerified: boolean },
): Promise<{ seats: number; codes: string }> {
  const replies = await repeat(smallBatch, 3, async (turn) => {
    const { browser, account } = await newStudent(target, campaign, { address: addressOf(turn), isVerified });
    const added = await addToCart(browser, batch);
    return added.status === 200 ? order(browser, account) : added;
  });
  const codes = new Set(replies.map((reply) => fieldOf(reply, 'code')).filter(Boolean));
  return { seats: await countSeats(target.db, { batch: batch.batch_id }), codes: [...codes].join(', ') };
}

export const unverifiedRush: Attack = {
  name: `Empty a batch of ${smallBatch} seats with unverified accounts`,
  async run(target, campaign) {
    const batch = await plantBatch(target.db);
    const addresses = Array.from({ length: smallBatch }, () => campaign.attacker(target.port).address);
    const options = { batch, addressOf: (turn: number) => addresses[turn] ?? '', isVerified: false };
    const { seats, codes } = await rush(target, campaign, options);
    return { gained: `${seats} of ${smallBatch} seats (${codes})`, isHeld: seats === 0 };
  },
};

export const addressRush: Attack = {
  name: `Empty a batch of ${smallBatch} seats with verified accounts of one IPv6 customer`,
  async run(target, campaign) {
    const batch = await plantBatch(target.db);
    const options = { batch, addressOf: (turn: number) => `2001:db8:7:1::${turn + 1}`, isVerified: true };
    const { seats, codes } = await rush(target, campaign, options);
    const honest = await newStudent(target, campaign);
    const added = await addToCart(honest.browser, batch);
    const bought = added.status === 200 ? await order(honest.browser, honest.account) : added;
    const isHeld = seats <= smallBatch / 4 && bought.status === 200;
    const next = bought.status === 200 ? 'the next student gets one' : `the next student: ${fieldOf(bought, 'code')}`;
    return { gained: `${seats} of ${smallBatch} seats (${codes}); ${next}`, isHeld };
  },
};

export const oneAccountHoards: Attack = {
  name: 'Hold a seat of every course with one account',
  async run(target, campaign) {
    const { browser, account } = await newStudent(target, campaign);
    const batches = (await listOpenBatches(target.db)).slice(0, 65);
    await repeat(batches.length, 4, (turn) => addToCart(browser, batches[turn] ?? { course_id: 0, batch_id: 0 }));
    let seats = 0;
    const orderNow = async () => {
      const reply = await order(browser, account);
      seats = Math.max(seats, await countSeats(target.db, { student: account.id }));
      return reply;
    };
    const empty = (from: number, to: number) =>
      repeat(to - from, 4, (turn) => {
        const body = { item_type: 'course', course_id: batches[from + turn]?.course_id };
        return browser.send('DELETE', '/api/cart', { body });
      });
    const whole = await orderNow();
    // The first order was for all courses at once. Now place two orders for different courses, each with the maximum
    // number of lines, to see whether the account then holds the seats of both orders.
    await empty(mostLines, batches.length);
    const allowed = await orderNow();
    await empty(0, mostLines);
    await repeat(mostLines, 4, (turn) =>
      addToCart(browser, batches[mostLines + turn] ?? { course_id: 0, batch_id: 0 }),
    );
    await orderNow();
    const first = whole.status === 200 ? 'all in one order' : `all at once: ${fieldOf(whole, 'code')}`;
    return {
      gained: `${seats} of ${batches.length} seats (${first})`,
      isHeld: seats <= mostLines && allowed.status === 200,
    };
  },
};
