import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../server/db/schema.ts';
import { systemClock } from '../../../server/http/clock.ts';
import { createStudent, signIn } from '../../support/student.ts';
import { type Evidence, emptyEvidence } from '../invariants/evidence.ts';
import { findViolations } from '../invariants/find-violations.ts';
import { readStoredRows } from '../invariants/stored-rows.ts';
import { ShopCalls } from './shop-calls.ts';

type SoldBatch = { course_id: number; batch_id: number };
type Buyer = { id: string; cookie: string };

const atOnce = 10;
/** The numbers of seats of the batches on sale. The small batches sell out during the test. */
const capacities = [15, 40, 2_000, 2_000];

/** Chooses a few batches without bookings, sets their capacities and returns them. */
async function putBatchesOnSale(db: Kysely<Database>): Promise<SoldBatch[]> {
  const { rows } = await sql<SoldBatch>`
    select distinct on (b.course_id) b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
    where b.status = 'open' and b.taken = 0 and b.start_date > current_date + 7 and c.is_active and c.total_fee_paise > 0
    order by b.course_id, b.id limit ${capacities.length}`.execute(db);
  for (const [index, { batch_id }] of rows.entries())
    await db.updateTable('batches').set({ capacity: capacities[index] }).where('id', '=', batch_id).execute();
  return rows;
}

async function createBuyer(db: Kysely<Database>): Promise<Buyer> {
  const { id } = await createStudent(db, { indos_number: null, passport_number: null });
  return { id, ...(await signIn({ db, clock: systemClock }, { id })) };
}

/**
 * Simulates students who buy courses while a test kills servers and databases. Each adds a course to the cart, orders
 * it and pays for it; `atOnce` students buy at the same time. `evidence` collects the responses that they got.
 */
export class ShopLoad {
  readonly evidence: Evidence = emptyEvidence();
  readonly #address: string;
  readonly #soldBatches: SoldBatch[];
  readonly #nextBuyer: () => Promise<Buyer | undefined>;
  readonly #shoppers: Promise<unknown>;
  #isOver = false;
  #next = 0;
  #watch: { count: number; resolve: () => void } | undefined;

  private constructor(address: string, soldBatches: SoldBatch[], nextBuyer: () => Promise<Buyer | undefined>) {
    this.#address = address;
    this.#soldBatches = soldBatches;
    this.#nextBuyer = nextBuyer;
    this.#shoppers = Promise.all(Array.from({ length: atOnce }, () => this.#shopOn()));
  }

  /**
   * Lets `buyers` students buy one course each at the running server. Without `buyers`, new students are added to the
   * database until `end` is called; the test must then not kill the database.
   */
  static async begin(db: Kysely<Database>, address: string, buyers?: number): Promise<ShopLoad> {
    const soldBatches = await putBatchesOnSale(db);
    if (buyers === undefined) return new ShopLoad(address, soldBatches, () => createBuyer(db));
    const students: Buyer[] = [];
    for (let made = 0; made < buyers; made++) students.push(await createBuyer(db));
    return new ShopLoad(address, soldBatches, async () => students.shift());
  }

  /** Resolves once the server has confirmed `count` more bookings. The students go on buying. */
  booked(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#watch = { count: this.evidence.seenCompleted.size + count, resolve };
    const ranOut = this.#shoppers.then(() => {
      throw new Error('no buyer is left');
    });
    return Promise.race([promise, ranOut]);
  }

  /** Lets no further student start, and resolves when all students who are buying now have finished. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#shoppers;
  }

  async #shopOn(): Promise<void> {
    while (!this.#isOver) {
      const index = this.#next++;
      const buyer = await this.#nextBuyer();
      const soldBatch = this.#soldBatches[index % this.#soldBatches.length];
      if (!buyer || !soldBatch) return;
      await this.#buy(buyer, soldBatch);
      if (this.#watch && this.evidence.seenCompleted.size >= this.#watch.count) this.#watch.resolve();
    }
  }

  async #buy({ id, cookie }: Buyer, soldBatch: SoldBatch): Promise<void> {
    const calls = new ShopCalls(this.#address, cookie, this.evidence);
    const called = { studentId: id, item: `course ${soldBatch.course_id}` };
    const body = { type: 'course', ...soldBatch };
    const added = await calls.send({ ...called, kind: 'add', key: `add-${id}`, body }, 'POST', '/api/cart/add');
    if (added.status !== 200) return;
    const query = new URLSearchParams({ id, redirect_url: '/course-booking/checkout/confirmation' });
    const url = `/api/orders/create?${query}`;
    const created = await calls.send({ ...called, kind: 'create', key: `order-${id}`, body: {} }, 'POST', url);
    if (created.status !== 200) return;
    await calls.pay(String(created.body.data));
    await calls.settle(id, String(created.body.attempt_id));
  }
}

/** Waits until no email is waiting in the mail queue. */
export async function waitForMail(db: Kysely<Database>): Promise<void> {
  // Make all waiting email due now: a mail sender that was killed may have left an email reserved for a while. Skip
  // rows that a running sender has locked, because waiting for them could end in a deadlock.
  await sql`update mail_outbox set next_at = now() where id in
    (select id from mail_outbox where state = 'waiting' for update skip locked)`.execute(db);
  const waiting = () => db.selectFrom('mail_outbox').select('id').where('state', '=', 'waiting').execute();
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
}

/**
 * Compares the database with the responses that the simulated students got (`evidence`) and with the payments, refunds
 * and emails of the sandbox providers. Returns one line of text for each contradiction.
 */
export async function checkShop(db: Kysely<Database>, evidence: Evidence): Promise<string[]> {
  const { rows: paid } = await sql<{ id: string; orderId: string; amountPaise: number }>`
    select payment_id as id, provider_order_id as "orderId", amount_paise as "amountPaise"
    from sandbox_payments where state = 'paid'`.execute(db);
  const { rows: refunded } = await sql<{ id: string; amountPaise: number }>`
    select refund_id as id, amount_paise as "amountPaise" from sandbox_refunds`.execute(db);
  const { rows: emails } = await sql<{ key: string }>`
    select dedupe_key as key from sandbox_messages where channel = 'mail' and dedupe_key is not null`.execute(db);
  const seen = {
    paid: paid.map((payment) => ({ ...payment, begunAt: 1 })),
    refunded,
    emails: emails.map(({ key }) => key),
  };
  return findViolations(await readStoredRows(db), { ...evidence, ...seen });
}
